import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { saveOwnNews } from "../../../app/models/alerts/choices.server.ts";
import {
  type NewsChannel,
  type NewsKind,
  kindsOfNews,
  newsChannels,
  newsKinds,
} from "../../../app/models/alerts/kinds.ts";
import { mayGetNews, mutedSportsOf, wants } from "../../../app/models/alerts/recipients.server.ts";
import { sports } from "../../../app/models/bets/sports.ts";
import { actorOf, createUser } from "../../support/database/factories.ts";

const now = new Date("2026-11-21T15:00:00.000Z");
let member: Awaited<ReturnType<typeof createUser>>;
beforeEach(async () => {
  member = await createUser(db);
});

const isFound = async (condition: ReturnType<typeof wants>) =>
  (await db.selectFrom("users").select("id").where("id", "=", member.id).where(condition).executeTakeFirst()) !==
  undefined;
const isWanted = (kind: NewsKind, channel: NewsChannel) => isFound(wants(kind, channel));
const choose = (input: object) => saveOwnNews(actorOf("user", member.id), input);

describe("wants", () => {
  it.each(newsKinds.flatMap((kind) => newsChannels.map((channel) => [kind, channel] as const)))(
    "%s by %s follows the default",
    async (kind, channel) => {
      expect(await isWanted(kind, channel)).toBe(kindsOfNews[kind][channel] ?? false);
    },
  );

  it("follows a choice", async () => {
    await choose({ wants: { "new-picks": { mail: false }, "pick-starts": { mail: true, push: false } } });
    expect([
      await isWanted("new-picks", "mail"),
      await isWanted("new-picks", "push"),
      await isWanted("pick-starts", "mail"),
      await isWanted("pick-starts", "push"),
    ]).toEqual([false, true, true, false]);
  });

  it.each([
    ["Email Notifications are disabled", { email_notifications: 0 }],
    ["the address is not confirmed", { email_confirmed_at: null }],
    ["the address refused three mails", { mail_refusals: 3 }],
  ] as const)("no mail while %s, but alerts", async (_why, changes) => {
    await db.updateTable("users").set(changes).where("id", "=", member.id).execute();
    expect([await isWanted("new-picks", "mail"), await isWanted("new-picks", "push")]).toEqual([false, true]);
  });

  it("mail after two refusals", async () => {
    await db.updateTable("users").set({ mail_refusals: 2 }).where("id", "=", member.id).execute();
    expect(await isWanted("new-picks", "mail")).toBe(true);
  });
});

it("reads the muted sports of several people", async () => {
  const other = await createUser(db);
  await choose({ sports: sports.filter((sport) => sport !== "Golf" && sport !== "UFC") });
  expect(await mutedSportsOf(db, [member.id, other.id])).toEqual(new Map([[member.id, new Set(["Golf", "UFC"])]]));
  expect(await mutedSportsOf(db, [])).toEqual(new Map());
});

describe("may get news", () => {
  const future = "2026-11-21T15:00:00.001Z";

  it.each([
    ["a member", { status: "Active" }, true],
    ["somebody without a confirmed address", { email_confirmed_at: null, email_notifications: 0 }, true],
    ["a suspended member", { status: "Suspended" }, false],
    ["a member who closes the account", { closes_at: future }, false],
    ["a member whose membership ends now", { access_until: now.toISOString() }, false],
    ["a member whose membership runs", { access_until: future }, true],
    ["staff whose membership has ended", { access_until: now.toISOString(), role: "admin" }, true],
    ["a member in review", { payment_review: "waiting" }, false],
    ["a member on a break", { break_until: future }, false],
    ["a member after a break", { break_until: now.toISOString() }, true],
  ] as const)("%s: %j %s", async (_who, changes, expected) => {
    await db.updateTable("users").set(changes).where("id", "=", member.id).execute();
    expect(await isFound(mayGetNews(now))).toBe(expected);
  });
});
