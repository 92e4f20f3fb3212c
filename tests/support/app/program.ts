import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

/** What a program compiled, for the next one of the same run: a third of a short one's time. */
const compiled = join(tmpdir(), "compiled");

/** Runs Node with `args` until it ends. The only variable that it inherits is PATH. */
export function runProgram(args: readonly string[], options?: Options): Promise<Result> {
  return run(process.execPath, args, options);
}

/** Null where there is no Python. */
export function runPython(...args: string[]): Promise<Result | null> {
  return run("python3", args).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

async function run(
  program: string,
  args: readonly string[],
  { env = {}, input = "", cwd }: Options = {},
): Promise<Result> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: "production", NODE_COMPILE_CACHE: compiled, ...env },
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => (out += String(text)));
  child.stderr.on("data", (text) => (err += String(text)));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, out, err };
}
