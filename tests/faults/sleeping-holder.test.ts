/** Two processes on one database: the one that sends mail is stopped for longer than its lease, and then goes on. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Db } from "../../db/database.ts";
import { Client } from "../support/app/app.ts";
import { type Server, launchOnFreePort } from "../support/app/server.ts";
import { createUser } from "../support/database/factories.ts";
import { dropDatabase, newDatabase } from "../support/database/migrated.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { soon } from "../support/soon.ts";
import { record } from "./table.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-sleeping-"));
let path: string;
let mail: MailServer;
let servers: Server[];
let accept: (() => void) | null = null;

beforeAll(async () => {
  // The first mail waits for its answer.
  const first = new Promise<undefined>((resolve) => (accept = () => resolve(undefined)));
  mail = await startMailServer({ onMail: () => (mail.seen.length === 1 ? first : undefined) });
  path = await newDatabase(join(folder, "app.db"));
  const env = { SMTP_URL: mail.url, MAIL_FROM: "Simline <picks@simline.example>" };
  servers = [await launchOnFreePort({ path, env }), await launchOnFreePort({ path, env })];
});
afterAll(async () => {
  for (const server of servers) await server.end("SIGKILL");
  await mail.stop();
  await dropDatabase(path);
  rmSync(folder, { recursive: true, force: true });
});

async function holderIn(db: Db): Promise<number> {
  const row = await db.selectFrom("leases").select("holder").where("name", "=", "jobs").executeTakeFirst();
  return Number(row?.holder.split(" ").at(-1));
}

test(
  "the other process sends the mails, none is sent twice, and who slept writes nothing more",
  { timeout: 120_000 },
  () =>
    withDatabase(path, async (db) => {
      const [sleeper, other] = servers;
      if (!sleeper || !other) throw new Error("There are two.");
      await vi.waitUntil(async () => (await holderIn(db)) === sleeper.pid, soon);
      const client = new Client(other.origin);
      const request = async () => {
        const { email } = await createUser(db);
        expect((await client.call("POST", "/api/request-otp", { email })).status).toBe(200);
      };
      const states = async () =>
        (await db.selectFrom("outbox").select("state").orderBy("id").execute()).map(({ state }) => state);

      await request();
      await vi.waitUntil(() => mail.seen.length === 1, soon);
      process.kill(sleeper.pid, "SIGSTOP");
      const began = performance.now();
      await request();
      await vi.waitUntil(async () => (await holderIn(db)) === other.pid, { timeout: 60_000, interval: 50 });
      const outageMs = performance.now() - began;
      await vi.waitUntil(async () => (await states())[1] === "sent", soon);
      process.kill(sleeper.pid, "SIGCONT");
      accept?.();
      await vi.waitUntil(() => sleeper.errors().includes("Another process does this now."), soon);
      await request();
      await vi.waitUntil(async () => (await states())[2] === "sent", soon);
      // Nobody knows of the first whether it arrived, so it is not sent again.
      expect(await states()).toEqual(["handed-over", "sent", "sent"]);
      expect(mail.taken).toHaveLength(3);
      expect(await holderIn(db)).toBe(other.pid);
      record({
        fault: "the sender of mail stopped (SIGSTOP) and continued",
        rounds: 1,
        acknowledged: 3,
        lost: 0,
        outageMs,
      });
    }),
);
