/** The build: the framework's, then what it leaves undone. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
process.chdir(root);
// What Node compiled of the build before.
rmSync("build/cache", { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "build"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await import("./bundle-browser.ts");
await import("./bundle-server.ts");
