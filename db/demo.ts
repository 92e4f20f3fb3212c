/**
 * `npm run demo`: builds, migrates, fills an empty file with demo data and serves it on loopback. `--fresh` starts
 * over.
 */
import { fork, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { demoPath } from "./demo/path.ts";

const root = join(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules", ".bin", name);

process.chdir(root);
readEnvFile();
process.env.DATABASE_PATH ||= demoPath;
process.env.PORT ||= "3000";
process.env.HOST ||= "127.0.0.1";
process.env.DEMO = "1";
if (!process.env.SMTP_URL) process.env.MAIL_DIR ||= join(dirname(process.env.DATABASE_PATH), "demo-mail");

const dev = process.argv.includes("--dev");
process.env.NODE_ENV = dev ? "development" : "production";

// Runs in child processes, so that their memory is free when the server runs.
if (!dev) runOrExit(process.execPath, ["tools/build.ts"]);
runOrExit(process.execPath, [
  join(import.meta.dirname, "demo-fill.ts"),
  ...process.argv.filter((argument) => argument === "--fresh"),
]);

liveOn();
if (dev) {
  const server = [
    process.execPath,
    "--import",
    "./app/server/guard.ts",
    "node_modules/@remix-run/serve/dist/cli.js",
    "build/index.js",
  ];
  runOrExit(bin("remix"), ["dev", "--command", server.join(" ")]);
} else if (process.env.WORKERS && process.env.WORKERS !== "1") {
  process.argv = [process.execPath, "workers", process.env.WORKERS];
  await import("../app/server/workers.ts");
} else {
  process.argv = [process.execPath, "remix-serve", "build/index.js"];
  await import("../app/server/guard.ts");
  await import("@remix-run/serve/dist/cli.js");
}

function readEnvFile(): void {
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
  } catch (error) {
    console.error(`.env can't be read: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

/** Runs in a process of its own, so that it does not delay the server. It ends with this one. */
function liveOn(): void {
  const live = fork(join(import.meta.dirname, "demo-live.ts"));
  live.once("exit", (code) => {
    if (code) console.error("The demo grades and publishes no picks any more. Start it again.");
  });
  live.unref();
  live.channel?.unref();
}

function runOrExit(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
