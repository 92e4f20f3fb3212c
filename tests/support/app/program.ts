import { spawn } from "node:child_process";
import { once } from "node:events";

interface Given {
  env?: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  input?: string;
  /** The folder that it runs in. */
  cwd?: string;
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** One that never ends must not outlive the tests. */
const longestMs = 120_000;

/** Runs Node with `args` until it ends: of this process's environment it gets `PATH` alone. */
export async function runProgram(args: readonly string[], { env = {}, input = "", cwd }: Given = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH, NODE_ENV: "production", ...env }, timeout: longestMs, killSignal: "SIGKILL" });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => (out += String(text)));
  child.stderr.on("data", (text) => (err += String(text)));
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, out, err };
}
