import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { readDeliveriesPage } from "../../../app/models/deliveries/deliveries.server.ts";
import { finishMail } from "../../../app/models/outbox/due-mail.server.ts";
import { type Recipient, queueNews } from "../../../app/models/outbox/outbox.server.ts";
import { actorOf, addDevice, createPick, createUser } from "../../support/database/factories.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const admin = actorOf("admin");

beforeEach(async () => {
  for (const table of ["outbox", "round_picks", "pick_rounds", "push_devices", "users"] as const)
    await db.deleteFrom(table).execute();
});

async function addRound(picks = 1): Promise<number> {
  const at = start.toISOString();
  const { id } = await db
    .insertInto("pick_rounds")
    .values({ opened_at: at, last_pick_at: at, closed_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let count = 0; count < picks; count += 1)
    await db
      .insertInto("round_picks")
      .values({ round_id: id, pick_id: (await createPick(db)).id })
      .execute();
  return id;
}

async function deliver(
  recipient: Recipient,
  cause: string,
  state: Parameters<typeof finishMail>[1] | "waiting",
  reason = "",
): Promise<void> {
  await write((trx) => queueNews(trx, [recipient], { kind: "new-picks", round: 1 }, cause, start));
  const { id } = await db.selectFrom("outbox").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  if (state !== "waiting") await finishMail(id, state, reason, start);
}

describe("the last rounds", () => {
  it("have, by channel, how many were accepted, refused, are waiting or were not sent, and why", async () => {
    const round = await addRound(2);
    const outcomes = [
      ["sent", ""],
      ["sent", ""],
      ["refused", "EENVELOPE 550"],
      ["refused", "EENVELOPE 550"],
      ["expired", "late"],
      ["handed-over", "cut"],
      ["waiting", ""],
    ] as const;
    for (const [state, reason] of outcomes)
      await deliver({ channel: "mail", userId: (await createUser(db)).id }, `round ${round}`, state, reason);
    await deliver({ channel: "webhook", operatorChannelId: 1 }, `round ${round}`, "refused", "410");
    await deliver({ channel: "webhook", operatorChannelId: 1 }, `round ${round + 1}`, "sent");
    const { rounds } = await readDeliveriesPage(admin, {});
    expect(rounds).toEqual([
      {
        id: round,
        kind: "new",
        closed_at: start.toISOString(),
        picks: 2,
        channels: [
          {
            channel: "mail",
            accepted: 2,
            refused: 2,
            waiting: 1,
            expired: 1,
            unknown: 1,
            reasons: [
              { text: "The other side answered 550.", count: 2 },
              { text: "It was not sent in time.", count: 1 },
              { text: "The connection broke while it was being sent; it may have arrived.", count: 1 },
            ],
          },
          {
            channel: "webhook",
            accepted: 0,
            refused: 1,
            waiting: 0,
            expired: 0,
            unknown: 0,
            reasons: [{ text: "The other side answered 410.", count: 1 }],
          },
        ],
      },
    ]);
  });

  it("come ten at a time, the newest first, and an open round is none of them", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.unshift(await addRound());
    await db
      .insertInto("pick_rounds")
      .values({ opened_at: start.toISOString(), last_pick_at: start.toISOString() })
      .execute();
    const first = await readDeliveriesPage(admin, {});
    expect([first.rounds.map(({ id }) => id), first.next]).toEqual([ids.slice(0, 10), ids[9]]);
    const second = await readDeliveriesPage(admin, { before: String(first.next) });
    expect([second.rounds.map(({ id }) => id), second.next]).toEqual([ids.slice(10), null]);
  });
});

describe("the deliveries to one member", () => {
  it("are found by the email or a part of the name, with the device while it is there", async () => {
    const { id: userId, email } = await createUser(db, { name: "Robin Sample", email: "robin@example.test" });
    await createUser(db, { name: "Somebody Else" });
    const [there, gone] = [await addDevice(db, userId), await addDevice(db, userId)];
    await deliver({ channel: "mail", userId }, "round 1", "refused", "EENVELOPE 550");
    for (const deviceId of [there, gone]) await deliver({ channel: "push", userId, deviceId }, "round 1", "sent");
    await db.deleteFrom("push_devices").where("id", "=", gone).execute();
    const { name: device } = await db.selectFrom("push_devices").select("name").executeTakeFirstOrThrow();
    for (const member of [email, "Robin@Example.test", "obin Sam"]) {
      const { people, deliveries } = await readDeliveriesPage(admin, { member });
      expect(people).toEqual([{ id: userId, name: "Robin Sample", email }]);
      expect(deliveries).toMatchObject([
        { what: "New picks", channel: "push", outcome: "Accepted", device: "" },
        { what: "New picks", channel: "push", outcome: "Accepted", device },
        { channel: "mail", outcome: "Refused", reason: "The other side answered 550.", device: "" },
      ]);
    }
  });

  it("are not listed while several accounts match", async () => {
    for (const name of ["Robin One", "Robin Two"]) {
      const { id: userId } = await createUser(db, { name });
      await deliver({ channel: "mail", userId }, "round 1", "sent");
    }
    const { people, deliveries } = await readDeliveriesPage(admin, { member: "robin" });
    expect([people.length, deliveries]).toEqual([2, []]);
    expect((await readDeliveriesPage(admin, { member: "nobody" })).people).toEqual([]);
  });

  it("are the last fifty", async () => {
    const { id: userId, email } = await createUser(db);
    for (let count = 0; count < 52; count += 1)
      await deliver({ channel: "mail", userId }, `round ${count + 1}`, "sent");
    expect((await readDeliveriesPage(admin, { member: email })).deliveries).toHaveLength(50);
  });
});

it("are for admins and superadmins alone", async () => {
  for (const role of ["user", "propicksmanager"] as const)
    await expect(readDeliveriesPage(actorOf(role), {})).rejects.toMatchObject({ reason: "forbidden" });
});
