/** A server that is killed while it sends alerts sends the rest after its start, and what it repeats has the same id. */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Db } from "../../db/database.ts";
import { type Server, freePort, launch } from "../support/app/server.ts";
import { createUser } from "../support/database/factories.ts";
import { dropDatabase, newDatabase } from "../support/database/migrated.ts";
import { untilGone } from "../support/database/until-gone.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { type PushService, startPushService } from "../support/push-service.ts";
import { soon } from "../support/soon.ts";
import { record } from "./table.ts";

const rounds = 4;
const size = 200;
const folder = mkdtempSync(join(tmpdir(), "simline-kill-alerts-"));
let path: string;
let port: number;
let server: Server;
let service: PushService;

// Only in the demo may alerts go to this machine.
const start = () => launch({ path, port, env: { DEMO: "1" } });

beforeAll(async () => {
  [port, path] = [await freePort(), await newDatabase(join(folder, "app.db"))];
  service = await startPushService();
});
afterAll(async () => {
  await server.end("SIGKILL");
  service.close();
  await dropDatabase(path);
  rmSync(folder, { recursive: true, force: true });
});

async function queueAlerts(db: Db): Promise<void> {
  const { id: user_id } = await createUser(db);
  const now = new Date();
  const at = { created_at: now.toISOString(), next_try_at: now.toISOString() };
  const expires_at = new Date(now.getTime() + 3_600_000).toISOString();
  for (let number = 0; number < size; number += 1) {
    const { endpoint, keys } = service.subscribe();
    const device = await db
      .insertInto("push_devices")
      .values({ user_id, endpoint, ...keys, name: "Chrome on Android", created_at: at.created_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    const row = { channel: "push" as const, kind: "test", params: "{}", reason: "", cause: "test", expires_at, ...at };
    await db
      .insertInto("outbox")
      .values({ ...row, message_id: `alert-${number}`, user_id, device_id: device.id })
      .execute();
  }
}

const countSent = (db: Db) =>
  db
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "sent")
    .executeTakeFirstOrThrow();

test(`${rounds} times killed while it sends ${size} alerts: each arrives, and repeats have one id`, async () => {
  await withDatabase(path, queueAlerts);
  server = await start();
  for (let round = 1; round <= rounds; round += 1) {
    const enough = Math.min(size - 1, service.received.length + randomInt(1, size / rounds));
    await vi.waitFor(() => expect(service.received.length).toBeGreaterThanOrEqual(enough), soon);
    await server.end("SIGKILL");
    await withDatabase(path, (db) => untilGone(db, server.pid));
    server = await start();
  }
  await vi.waitFor(async () => expect(await withDatabase(path, countSent)).toEqual({ count: size }), soon);
  const ids = new Map<string, Set<string>>();
  for (const { device, text } of service.received)
    ids.set(device, (ids.get(device) ?? new Set()).add(JSON.parse(text).id));
  expect([ids.size, [...ids.values()].filter(({ size: count }) => count !== 1)]).toEqual([size, []]);
  record({ fault: "kill -9 while it sends alerts", rounds, acknowledged: size, lost: 0, outageMs: 0 });
  expect(server.errors()).toBe("");
});
