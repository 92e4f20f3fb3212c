/** Loaded into the server that is soaked: says how much memory it uses, which nobody outside can see. */
import { writeFileSync } from "node:fs";

const file = process.env.SOAK_HEAP_FILE;
if (file) setInterval(() => writeFileSync(file, JSON.stringify(process.memoryUsage())), 2000).unref();
