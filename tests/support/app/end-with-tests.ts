/** Preloaded into a server under test: exits when stdin closes, so that an aborted test run leaves no server. */
process.stdin.on("close", () => process.exit(1)).resume();
process.stdin.unref();
