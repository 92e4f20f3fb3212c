import { describe, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { beginCheckout } from "../../../app/models/billing/membership.server.ts";
import { endOfBreak } from "../../../app/models/break.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import { findOwnBreak, readOwnBreakPage, takeBreak } from "../../../app/models/people/break.server.ts";
import { readOwnData } from "../../../app/models/people/own-data.server.ts";
import { readUserPage } from "../../../app/models/people/user-page.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { endAccess } from "../../../app/models/sign-in/access.server.ts";
import { signedIn } from "../../../app/models/sign-in/session.server.ts";
import { roles } from "../../../app/policy.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";

const day = 86_400_000;
const minute = 60_000;
/** So many days from now, in whole minutes. */
const after = (days: number) => new Date(Math.ceil((Date.now() + days * day) / minute) * minute).toISOString();

/** Who asks, as their row says at that moment. */
async function actorFor(id: number): Promise<SignedInActor> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { ...actorOf("user", id), person: signedIn({ ...row, two_factor_since: null }, new Date()).person };
}

async function storedEnd(id: number): Promise<string | null> {
  return (await db.selectFrom("users").select("break_until").where("id", "=", id).executeTakeFirstOrThrow())
    .break_until;
}

async function trailOf(id: number) {
  const rows = await db
    .selectFrom("audit")
    .select(["action", "actor_id", "before", "after"])
    .where("subject_id", "=", id)
    .where("action", "like", "break.%")
    .orderBy("id")
    .execute();
  return rows.map(({ before, after: is, ...row }) => ({
    ...row,
    before: JSON.parse(before ?? "null"),
    after: JSON.parse(is ?? "null"),
  }));
}

describe("a member", () => {
  it("begins a break, which the trail and their data have", async () => {
    const { id } = await createUser(db);
    const until = after(7);
    expect(await findOwnBreak(await actorFor(id), {})).toEqual({ break_until: null });
    expect(await takeBreak(await actorFor(id), { until })).toEqual({ break_until: until });
    const actor = await actorFor(id);
    expect(await findOwnBreak(actor, {})).toEqual({ break_until: until });
    expect((await readOwnData(actor, {})).account.break_until).toBe(until);
    expect(await trailOf(id)).toEqual([
      { action: "break.begun", actor_id: id, before: { break_until: null }, after: { break_until: until } },
    ]);
  });

  it("sends a form twice without a second entry", async () => {
    const { id } = await createUser(db);
    const until = after(7);
    const actor = await actorFor(id);
    expect(await Promise.all([takeBreak(actor, { until }), takeBreak(actor, { until })])).toEqual([
      { break_until: until },
      { break_until: until },
    ]);
    expect(await trailOf(id)).toHaveLength(1);
  });

  it("makes a break longer, never shorter", async () => {
    const { id } = await createUser(db);
    await takeBreak(await actorFor(id), { until: after(7) });
    const longer = after(30);
    await takeBreak(await actorFor(id), { until: longer });
    await expect(takeBreak(await actorFor(id), { until: after(14) })).rejects.toMatchObject({
      reason: "conflict",
      message: expect.stringMatching(/^You are on a break until \w+day, .+ ET\. You can only make it longer\.$/),
    });
    expect([await storedEnd(id), (await trailOf(id)).map(({ action }) => action)]).toEqual([
      longer,
      ["break.begun", "break.extended"],
    ]);
  });

  it("takes another break after the first one, also a shorter one", async () => {
    const { id } = await createUser(db);
    await db.updateTable("users").set({ break_until: "2026-01-01T00:00:00.000Z" }).where("id", "=", id).execute();
    const until = after(1);
    await takeBreak(await actorFor(id), { until });
    expect([await storedEnd(id), (await trailOf(id)).map(({ action }) => action)]).toEqual([until, ["break.begun"]]);
  });

  it.each([
    ["half a day", () => after(0.5)],
    ["in the past", () => "2020-01-01T00:00:00Z"],
    ["seven months", () => after(215)],
    ["ten thousand years", () => "9999-12-31T23:59:59Z"],
  ])("can't end it after %s", async (_what, until) => {
    const { id } = await createUser(db);
    await expect(takeBreak(await actorFor(id), { until: until() })).rejects.toMatchObject({
      reason: "invalid",
      fields: { until: "A break can last from one day to six months. Choose the length again." },
    });
    expect(await storedEnd(id)).toBeNull();
  });

  it.each([undefined, "", "tomorrow", 5, null, "2026-12-07", ["2026-12-07T20:15:00Z"]])(
    "is told how an end is written instead of %j",
    async (until) => {
      const { id } = await createUser(db);
      await expect(takeBreak(await actorFor(id), { until })).rejects.toMatchObject({
        fields: { until: "Send when the break ends, like 2026-12-07T20:15:00Z." },
      });
    },
  );

  it("sends an end in any zone; seconds are rounded up", async () => {
    const { id } = await createUser(db);
    const until = after(3);
    const early = new Date(Date.parse(until) - 7 * 3_600_000 - 30_000).toISOString().replace("Z", "-07:00");
    expect(await takeBreak(await actorFor(id), { until: early })).toEqual({ break_until: until });
  });

  it("can't begin one when their access was revoked meanwhile", async () => {
    const { id } = await createUser(db);
    const actor = await actorFor(id);
    await write((trx) => endAccess(trx, id));
    await expect(takeBreak(actor, { until: after(3) })).rejects.toMatchObject({ reason: "signed-out" });
    expect(await storedEnd(id)).toBeNull();
  });
});

describe("during a break", () => {
  async function resting(role: "user" | "admin" = "user") {
    const { id } = await createUser(db, { role });
    await db.updateTable("users").set({ break_until: "2098-12-07T20:15:00.000Z" }).where("id", "=", id).execute();
    return actorFor(id);
  }
  const sentence = "You are on a break until Sunday, December 7, 2098, 3:15 PM ET.";

  it("a member reads no picks, and is told why", async () => {
    await expect(regularPicks.listPicks(await resting(), {})).rejects.toMatchObject({
      reason: "forbidden",
      message: sentence,
    });
  });

  it("a member can't pay for a membership", async () => {
    await expect(beginCheckout(await resting(), {})).rejects.toMatchObject({
      reason: "conflict",
      message: `${sentence} You can renew after that.`,
    });
  });

  it("somebody who became staff works as before", async () => {
    await expect(regularPicks.listPicks(await resting("admin"), {})).resolves.toBeDefined();
  });

  it("a superadmin sees its end on the member's page", async () => {
    const { person } = await resting();
    const { onBreak } = await readUserPage(actorOf("superadmin"), { id: person.id });
    expect(onBreak).toBe("Sunday, December 7, 2098, 3:15 PM ET");
    expect((await readUserPage(actorOf("superadmin"), { id: (await createUser(db)).id })).onBreak).toBeNull();
  });
});

describe("the page", () => {
  it("offers all lengths, and asks to confirm the chosen one with its end", async () => {
    const actor = await actorFor((await createUser(db)).id);
    const page = await readOwnBreakPage(actor, {});
    expect([page.untilText, page.chosen, page.problem, page.choices.map(({ label }) => label)]).toEqual([
      null,
      null,
      null,
      ["1 day", "3 days", "1 week", "2 weeks", "1 month", "3 months", "6 months"],
    ]);
    const { chosen } = await readOwnBreakPage(actor, { length: "1-week" });
    expect(chosen).toMatchObject({ length: "1-week", untilText: expect.stringMatching(/^\w+day, .+ [AP]M ET$/) });
    expect(
      Math.abs(Date.parse(chosen?.until ?? "") - endOfBreak("1-week", new Date(), "America/New_York").getTime()),
    ).toBeLessThanOrEqual(minute);
    expect(await takeBreak(actor, chosen)).toEqual({ break_until: chosen?.until });
  });

  it.each(["", "1-hour", 7, ["1-day"], null])("asks for a length again instead of %j", async (length) => {
    const actor = await actorFor((await createUser(db)).id);
    expect((await readOwnBreakPage(actor, { length })).chosen).toBeNull();
  });

  it("offers what is longer than a running break, and refuses the rest", async () => {
    const { id } = await createUser(db);
    await takeBreak(await actorFor(id), { until: after(10) });
    const page = await readOwnBreakPage(await actorFor(id), { length: "1-week" });
    expect([page.choices.map(({ value }) => value), page.chosen, page.problem]).toEqual([
      ["2-weeks", "1-month", "3-months", "6-months"],
      null,
      expect.stringContaining("You can only make it longer."),
    ]);
  });
});

it.each(roles.slice(1))("a %s takes no break", async (role) => {
  const { id } = await createUser(db, { role });
  for (const use of [takeBreak, findOwnBreak, readOwnBreakPage])
    await expect(use(actorOf(role, id), { until: after(3) })).rejects.toMatchObject({ reason: "forbidden" });
});

it("a visitor takes no break", () =>
  expect(takeBreak(visitor, { until: after(3) })).rejects.toMatchObject({ reason: "signed-out" }));
