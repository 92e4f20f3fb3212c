/** Loaded into a server under test: ends it when the tests are gone, also when they were interrupted. Their end of its standard input is closed then. */
process.stdin.on("close", () => process.exit(1)).resume();
process.stdin.unref();
