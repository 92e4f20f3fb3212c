#!/bin/sh
# Builds the app and runs tests (the arguments are Vitest's). Types, lint and format are checked meanwhile; what they say
# comes last.
cd "$(dirname "$0")/.." || exit
npm run build || exit
mkdir -p .cache
npm run check >.cache/check.txt 2>&1 &
checks=$!
vitest run "$@"
tests=$?
wait $checks || {
  cat .cache/check.txt
  exit 1
}
exit $tests
