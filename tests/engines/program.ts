import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { soon } from "../support/soon.ts";

export interface Program {
  /** Waits until its output matches and returns the first group. */
  says: (pattern: RegExp) => Promise<string>;
  end: () => Promise<void>;
}

/** Ends the program with all its children when stdin closes, so that an aborted test run leaves no browser. */
const endsWithStdin = '"$@" </dev/null & cat >/dev/null; kill -s KILL 0';

/** Starts a program that inherits only PATH. `home` is its home folder, which is deleted at the end. */
export function startProgram(
  words: readonly string[],
  home: string,
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn("sh", ["-c", endsWithStdin, "sh", ...words], {
    // A process group of its own.
    detached: true,
    env: { PATH: process.env.PATH, NODE_ENV: "production", HOME: home, ...env },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)));
  const gone = new Promise((resolve) => child.once("close", resolve));
  return {
    says: (pattern) =>
      vi.waitFor(() => {
        const found = pattern.exec(output.join(""))?.[1];
        if (found === undefined) throw new Error(`${words[0]} says: ${output.join("")}`);
        return found;
      }, soon),
    end: async () => {
      child.stdin.end();
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export function newHome(): string {
  return mkdtempSync(join(tmpdir(), "simline-engine-"));
}

export function isInstalled(name: string): boolean {
  return spawnSync("sh", ["-c", 'command -v "$0"', name]).status === 0;
}
