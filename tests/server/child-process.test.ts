import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runInChildProcess, stopped } from "../../app/server/child-process.server.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-beside-"));
afterAll(() => rmSync(folder, { recursive: true }));

function program(source: string): string {
  const path = join(folder, "program.mjs");
  writeFileSync(path, source);
  return path;
}

it("resolves with what the program prints, and lets requests go first", async () => {
  const path = program(
    `import { getPriority } from "node:os";
     const look = () => (getPriority() === 10 ? console.log(process.argv[2], getPriority()) : setTimeout(look, 5));
     look();`,
  );
  expect(await runInChildProcess(path, ["word"], 20_000)).toBe("word 10\n");
});

it("rejects with what a program says that fails, or that it took too long", async () => {
  await expect(
    runInChildProcess(program("console.error('It is full.'); process.exitCode = 2"), [], 20_000),
  ).rejects.toThrow(/^It is full\.$/);
  await expect(runInChildProcess(program("setInterval(() => {}, 1000)"), [], 50)).rejects.toThrow("It took too long.");
});

it.each(["SIGTERM", "SIGINT"] as const)("ends the program at %s", async (signal) => {
  const before = process.listenerCount(signal);
  const running = runInChildProcess(program("setInterval(() => {}, 1000)"), [], 20_000);
  process.emit(signal);
  await expect(running).rejects.toBe(stopped);
  expect(process.listenerCount(signal)).toBe(before);
});
