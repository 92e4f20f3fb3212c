/** The framework's build, made safe: a build that fails leaves the one before, which a server may run from. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
process.chdir(root);
// What Node compiled of the build before.
rmSync("build/cache", { recursive: true, force: true });

// The framework deletes the browser's files before it has new ones.
const kept = ".cache/build-before";
rmSync(kept, { recursive: true, force: true });
const folders = ["build", "public/build"].filter((folder) => existsSync(folder));
for (const folder of folders) cpSync(folder, join(kept, folder), { recursive: true });
try {
  await buildWithFramework();
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

async function buildWithFramework(): Promise<void> {
  const framework = spawn(process.execPath, [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "build"], { stdio: "inherit" });
  const [status] = await once(framework, "close");
  if (status !== 0) throw new Error(`The framework's build ended with ${status}.`);
}
