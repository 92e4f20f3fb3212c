#!/bin/sh
# Starts the server with the same flags for `npm start`, the container and systemd.
set -eu
cd "$(dirname "$0")/.."
test -f build/index.js || { echo 'There is no build yet: npm run build' >&2; exit 1; }
# The project installs its own Node; the container has it elsewhere.
PATH="$PWD/node_modules/.bin:$PATH"
# A small young generation and two malloc arenas save memory without measurable slowdown.
export NODE_ENV=production NODE_COMPILE_CACHE=build/cache MALLOC_ARENA_MAX=2
flags='--max-semi-space-size=2 --max-old-space-size=512'
test "${WORKERS:-1}" = 1 || exec node app/server/workers.ts "$WORKERS" $flags
exec node $flags --import ./app/server/guard.ts node_modules/@remix-run/serve/dist/cli.js build/index.js
