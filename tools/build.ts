/** The build: the framework's, then what it leaves undone. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
process.chdir(root);
// What Node compiled of the build before.
rmSync("build/cache", { recursive: true, force: true });

// The framework deletes the browser's files before it has new ones. A server may be running from them, and must be able to start again.
const kept = ".cache/build-before";
rmSync(kept, { recursive: true, force: true });
const folders = ["build", "public/build"].filter((folder) => existsSync(folder));
for (const folder of folders) cpSync(folder, join(kept, folder), { recursive: true });
try {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "build"], { stdio: ["inherit", "inherit", "pipe"], encoding: "utf8" });
  // The framework leaves its esbuild without a word when it is done, which on a busy machine that one takes for a deadlock: forty lines about nothing.
  process.stderr.write(status === 0 ? stderr.replace(/^fatal error: all goroutines are asleep - deadlock!$[^]*/m, "") : stderr);
  if (status !== 0) throw new Error(`The framework's build ended with ${status}.`);
  await import("./bundle-browser.ts");
  await import("./bundle-server.ts");
} catch (error) {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(kept, folder), folder);
  }
  console.error(error);
  if (folders.length > 0) console.error("What was built before is left as it was.");
  process.exitCode = 1;
} finally {
  rmSync(kept, { recursive: true, force: true });
}
