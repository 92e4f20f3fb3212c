/** Programs of db/ that run beside the server: what takes seconds must not block its requests. */
import { execFile } from "node:child_process";
import { setPriority } from "node:os";

/** The server was told to stop, and ended the program. */
export const stopped = new Error("stopped");

const signals = ["SIGTERM", "SIGINT"] as const;
const mostOutput = 1024 ** 2;
/** The server has the same in deploy/start.sh: the check of 20,000 entries takes 195 MB with it, 300 without. */
const flags = ["--max-semi-space-size=4"];

/**
 * In a child process with a low priority. Resolves with what it prints. Rejects with its error output when it fails or
 * takes longer than `longestMs`, and with `stopped`.
 */
export function runInChildProcess(program: string, words: readonly string[], longestMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let isStopped = false;
    const child = execFile(
      process.execPath,
      [...flags, program, ...words],
      { timeout: longestMs, maxBuffer: mostOutput },
      (error, output, stderr) => {
        for (const signal of signals) process.off(signal, end);
        if (isStopped) reject(stopped);
        else if (error)
          reject(new Error(stderr.trim() || (child.killed ? "It took too long." : error.message), { cause: error }));
        else resolve(output);
      },
    );
    const end = () => {
      isStopped = true;
      child.kill();
    };
    for (const signal of signals) process.once(signal, end);
    yieldToRequests(child.pid);
  });
}

function yieldToRequests(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {}
}
