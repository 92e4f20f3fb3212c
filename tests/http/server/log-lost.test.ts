/** A log that can't be written, on a full disk or to a reader that has gone, takes nothing from those who visit. */
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../../db/migrate.ts";
import { begin, firstAnswer, freePort } from "../../support/app/server.ts";

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "simline-log-"));
  path = join(folder, "app.db");
  await migrate(path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The answers to five requests of a server with this output, or one whose reader has gone, and the code with which it ends at SIGTERM. */
async function served(outputTo?: number): Promise<[statuses: number[], code: number | null]> {
  const { server } = begin({ path, port: await freePort(), ...(outputTo === undefined ? {} : { outputTo }) });
  try {
    await firstAnswer(server);
    server.stopReading();
    const statuses: number[] = [];
    while (statuses.length < 5) statuses.push(await fetch(`${server.origin}/login`).then(({ status }) => status, () => 0));
    return [statuses, await server.end("SIGTERM")];
  } finally {
    await server.end("SIGKILL");
  }
}

test("the server goes on when the reader of its output has gone", async () => expect(await served()).toEqual([[200, 200, 200, 200, 200], 0]));

// Linux alone has a file that is always full.
test.runIf(existsSync("/dev/full"))("the server goes on when there is no room for its output", async () => {
  const full = openSync("/dev/full", "w");
  try {
    expect(await served(full)).toEqual([[200, 200, 200, 200, 200], 0]);
  } finally {
    closeSync(full);
  }
});
