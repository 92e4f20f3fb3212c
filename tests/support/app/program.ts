import { spawn } from "node:child_process";
import { once } from "node:events";

interface Options {
  env?: Readonly<Record<string, string>>;
  input?: string;
  cwd?: string;
}

interface Result {
  code: number | null;
  out: string;
  err: string;
}

/** A program that hangs must not outlive the tests. */
const timeoutMs = 120_000;

/** Runs Node with `args` until it ends. The only variable that it inherits is PATH. */
export async function runProgram(
  args: readonly string[],
  { env = {}, input = "", cwd }: Options = {},
): Promise<Result> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => (out += String(text)));
  child.stderr.on("data", (text) => (err += String(text)));
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, out, err };
}
