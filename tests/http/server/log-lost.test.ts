import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase } from "../../support/database/migrated.ts";
import { begin, firstAnswer, freePort } from "../../support/app/server.ts";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-log-"));
  path = await newDatabase(join(folder, "app.db"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns five response statuses and the exit code. Without `outputTo` the log's reader goes away. */
async function serveWithLog(outputTo?: number): Promise<[statuses: number[], code: number | null]> {
  const { server } = begin({ path, port: await freePort(), ...(outputTo === undefined ? {} : { outputTo }) });
  try {
    await firstAnswer(server);
    server.stopReading();
    const statuses: number[] = [];
    while (statuses.length < 5)
      statuses.push(
        await fetch(`${server.origin}/login`).then(
          ({ status }) => status,
          () => 0,
        ),
      );
    return [statuses, await server.end("SIGTERM")];
  } finally {
    await server.end("SIGKILL");
  }
}

test("the server keeps serving when the reader of its log has gone", async () =>
  expect(await serveWithLog()).toEqual([[200, 200, 200, 200, 200], 0]));

// Only Linux has a file that is always full.
test.runIf(existsSync("/dev/full"))("the server keeps serving when its log has no disk space", async () => {
  const full = openSync("/dev/full", "w");
  try {
    expect(await serveWithLog(full)).toEqual([[200, 200, 200, 200, 200], 0]);
  } finally {
    closeSync(full);
  }
});
