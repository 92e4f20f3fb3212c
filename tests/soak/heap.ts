/** Preloaded into the server under test: writes its memory usage to a file, which can't be read from outside. */
import { writeFileSync } from "node:fs";

const file = process.env.SOAK_HEAP_FILE;
if (file) setInterval(() => writeFileSync(file, JSON.stringify(process.memoryUsage())), 2000).unref();
