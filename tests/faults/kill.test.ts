import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dropDatabase, newDatabase } from "../support/database/migrated.ts";
import { untilGone } from "../support/database/until-gone.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Server, begin, firstAnswer, freePort, launch } from "../support/app/server.ts";
import { StripeStandIn } from "../support/stripe.ts";
import { rounds } from "./rounds.ts";
import { record } from "./table.ts";
import { expectMailsSentOnce, prepareLoad } from "./under-load.ts";

const longestOutageMs = 3000;
const folder = mkdtempSync(join(tmpdir(), "simline-kill-"));
const stripe = new StripeStandIn();

let path: string;
let mail: MailServer;
let ports: number[];
/** Two on one database, as of WORKERS=2 or on two machines. */
let servers: Server[];
beforeAll(async () => {
  [mail, ports] = [await startMailServer(), [await freePort(), await freePort()]];
  await stripe.start();
  path = await newDatabase(join(folder, "app.db"));
  servers = [];
  for (const port of ports) servers.push(await launch({ path, port, env: environment() }));
});
afterAll(async () => {
  for (const server of servers) await server.end("SIGKILL");
  await Promise.all([mail.stop(), stripe.stop()]);
  await dropDatabase(path);
  rmSync(folder, { recursive: true, force: true });
});

test(
  `${rounds} times one of two is killed during writes: no acknowledged write is lost or doubled, and the next start answers within 3 s`,
  { timeout: 240_000 },
  async () => {
    const load = await prepareLoad(
      path,
      servers.map(({ origin }) => origin),
      stripe,
    );
    const outages: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const stop = load.begin();
      const enough = load.acknowledged() + randomInt(20, 100);
      // What was there before the first write of a kind is unknown.
      const isEnough = () =>
        (load.acknowledged() >= enough && load.leastAcknowledged() > 0) || load.problems.length > 0;
      await vi.waitUntil(isEnough, { timeout: 30_000, interval: 1 });
      const pid = servers[round % 2]?.pid ?? 0;
      outages.push(await restart(round % 2));
      await stop();
      await withDatabase(path, (db) => untilGone(db, pid));
      expect([...load.problems, ...(await load.problemsIn())], `after round ${round}`).toEqual([]);
    }
    expect(
      servers
        .flatMap(({ errors }) => errors().split("\n"))
        .filter((line) => line !== "" && !line.includes("Mails and posts that may already have been sent")),
    ).toEqual([]);
    await expectMailsSentOnce(path, mail);
    load.expectEveryKindWritten();
    record({
      fault: "kill -9 under writes of every kind",
      rounds,
      acknowledged: load.acknowledged(),
      lost: 0,
      outageMs: Math.max(...outages),
    });
    // The median, because single starts depend on the machine's load.
    expect(outages.sort((one, other) => one - other)[rounds / 2]).toBeLessThan(longestOutageMs);
  },
);

function environment(): Record<string, string> {
  return { ...stripe.env, TRUST_PROXY: "1", SMTP_URL: mail.url, MAIL_FROM: "Simline <picks@simline.example>" };
}

async function restart(index: number): Promise<number> {
  await servers[index]?.end("SIGKILL");
  const { server } = begin({ path, port: ports[index] ?? 0, env: environment() });
  servers[index] = server;
  return firstAnswer(server);
}
