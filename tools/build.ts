/** The build: the framework's, then what it leaves undone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
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
  await buildWithFramework();
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

async function buildWithFramework(): Promise<void> {
  const framework = spawn(process.execPath, [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "build"], { stdio: ["inherit", "inherit", "pipe"] });
  let held = "";
  framework.stderr.setEncoding("utf8").on("data", (text: string) => {
    held += text;
    // When it is done the framework leaves its esbuild without a word, which that one takes for a deadlock on a busy machine: forty lines about nothing.
    if (/^fatal error: /m.test(held)) return;
    process.stderr.write(held);
    held = "";
  });
  const [status] = await once(framework, "close");
  if (status === 0) return;
  process.stderr.write(held);
  throw new Error(`The framework's build ended with ${status}.`);
}
