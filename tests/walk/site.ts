/** A site with some of everything, with names that are very long and hostile, for tests that visit all its pages. */
import { beforeAll } from "vitest";
import { dateIn } from "../../app/time/zone-time.ts";
import type { Client } from "../support/app/app.ts";
import { attacks as markdownAttacks } from "../support/markdown-attacks.ts";
import { createAffiliateRequest, createDueAffiliate } from "../support/database/affiliates.ts";
import { createConfirmation, createWaitingUser, endGames, upcomingDate } from "../support/database/factories.ts";
import { plainPages, webhook } from "../support/pages/plain-pages.ts";
import { type Stage, publish, useStage } from "../support/app/stage.ts";

const attacks = markdownAttacks.filter((text) => !text.includes("\u0001"));
const attack = "<img src=x onerror=alert(1)><script>alert(1)</script>\" onload=\"alert(1)' style='color:red";
const long = `Somebody-wrote-a-name-without-a-single-blank-that-is-far-longer-than-any-phone-is-wide ${attack}`;
const bet = { odds: "-110", book: "DraftKings", playable_to: "+2" } as const;
const longBet = { odds: "-100000", book: "B".repeat(60), playable_to: "P".repeat(40) } as const;
const unsubscribeToken = "of-a-member-padded-to-at-least-forty-characters";
const confirmationToken = "of-a-newcomer-padded-to-at-least-forty-characters";

/** ID is an open pick, TOKEN an affiliate's. */
export const visitorPages = [
  ...plainPages.visitor,
  "/record/picks/regular:2",
  "/partners/TOKEN",
  `/unsubscribe/${unsubscribeToken}`,
  `/confirm-email/${confirmationToken}`,
];
export const memberPages = [
  ...plainPages.member,
  ...plainPages.card,
  "/record?split=market",
  "/dashboard?sport=UFC",
  "/history?range=yesterday&sport=MLB",
  "/my-card?stream=pro",
  "/my-card/1/remove",
  "/my-card/1/line",
  "/nothing-here",
];
export const contentPages = [
  ...plainPages.content,
  "/admin/picks?copy=ID",
  "/admin/picks/ID",
  "/admin/picks/ID/delete",
  "/admin/free-pick/ID",
  "/admin/picks/2/correct",
  "/admin/picks/5",
  "/admin/propicks/14",
  "/admin/propicks/14/delete",
  "/admin/free-pick/14",
  "/admin/site/how-it-works/preview",
  "/admin/site/faq/restore",
  "/admin/propicks/17/correct",
  "/admin/grade?date=11/20/2026",
  "/admin/grade/ID/move",
  "/admin/grade/5/reopen",
  "/admin/grade/aliases/take-back?sport=NBA&alias=long",
  "/dashboard",
];
export const peoplePages = [
  ...plainPages.people,
  "/admin/keys/1/revoke",
  "/admin/channels?type=webhook",
  "/admin/announcements/1",
  "/admin/announcements/1/send",
  "/admin/announcements/1/delete",
  "/admin/channels/1",
  "/admin/channels/1/remove",
  "/admin/channels/1/secret",
  "/admin/channels/1/test",
  "/admin/deliveries?member=nobody-at-all",
  "/admin/users?q=nobody-at-all",
  "/admin/users/1",
  "/admin/users/2",
  "/admin/users/1/delete",
  "/admin/users/1/ask/confirm",
  "/admin/users/1/ask/two-factor",
  "/admin/users/1/password",
  "/admin/users/1/role",
  "/admin/users/1/access",
  "/admin/users/1/detach",
  "/admin/users/1/status",
  "/admin/users/1/payment",
  "/admin/affiliates/1/edit",
  "/admin/affiliates/1/delete",
  "/admin/affiliates/1/renew",
  "/admin/affiliates/1/referrals",
  "/admin/affiliates/1/referrals/1/take-back",
  "/admin/affiliates/requests/1/approve",
  "/admin/affiliates/requests/1/dismiss",
  "/admin/affiliates/payouts/confirm?pay_1=980",
];

export interface FullSite {
  stage: Stage;
  member: () => Client;
  admin: () => Client;
  /** A path of the lists above, as an address. */
  filledIn: (path: string) => string;
}

export function useFullSite(): FullSite {
  const stage = useStage();
  const { app } = stage;
  let people: { member: Client; admin: Client; openPick: number; token: string } | undefined;
  beforeAll(async () => {
    const [member, admin] = await Promise.all([app.signedIn("user"), app.signedIn("superadmin")]);
    for (const stream of ["picks", "propicks"] as const) await publishSome(admin, stream);
    await endGames(app.db);
    const now = new Date();
    await app.db
      .insertInto("free_picks")
      .values({
        day: dateIn("America/New_York", now),
        stream: "regular",
        pick_id: 1,
        marked_at: now.toISOString(),
      })
      .execute();
    await app.db
      .insertInto("team_aliases")
      .values({ sport: "NBA", alias: "long", name: long, confirmed_at: now.toISOString() })
      .execute();
    await admin.call("POST", "/api/keys", { name: long.slice(0, 60), scopes: ["picks.draft", "propicks.publish"] });
    await admin.call("POST", "/api/channels", { ...webhook, name: long.slice(0, 60) });
    // Not by the form: its notice would stand on the next page.
    await app.db
      .insertInto("announcements")
      .values({
        subject: long.slice(0, 120),
        body: long,
        audience: '["paid"]',
        push: 0,
        created_at: now.toISOString(),
      })
      .execute();
    await saveOpenPicks(member, "picks", "pick_id");
    await saveOpenPicks(member, "propicks", "propick_id");
    const openPick = await publish(admin, { game_date: upcomingDate(), pick: "Openly open" });
    const { id } = await app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await app.db
      .insertInto("unsubscribe_tokens")
      .values({ user_id: id, token: unsubscribeToken })
      // A mail may have left already.
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ token: unsubscribeToken }))
      .execute();
    await admin.call("POST", "/api/sidebar", { results: attack, notes: attack, next: attack });
    await admin.call("POST", "/api/learn", { type: "glossary", content: attacks });
    await admin.call("POST", "/api/learn", { type: "tip", content: [attack] });
    await createDueAffiliate(app.db, long);
    await createAffiliateRequest(app.db, { name: long, remarks: long });
    const newcomer = await createWaitingUser(app.db, {
      name: long,
      email: `${long.toLowerCase().replace(/[^a-z]/g, "")}@example.test`,
      email_confirmed_at: null,
    });
    await createConfirmation(app.db, { token: confirmationToken, user: newcomer });
    const { page_token: token } = await app.db.selectFrom("affiliates").select("page_token").executeTakeFirstOrThrow();
    people = { member, admin, openPick, token };
  });
  const filled = () => {
    if (!people) throw new Error("The site is filled before the first test.");
    return people;
  };
  return {
    stage,
    member: () => filled().member,
    admin: () => filled().admin,
    filledIn: (path) => path.replace("ID", String(filled().openPick)).replace("TOKEN", filled().token),
  };
}

async function publishSome(staff: Client, stream: "picks" | "propicks"): Promise<void> {
  const soon = new Date(Date.now() + 100 * 60_000).toISOString();
  await publish(staff, { pick: long, game: long, tag: "Manual Edge", ...longBet, starts_at: soon }, stream);
  await publish(staff, { pick: "Knicks +2.5", ...bet }, stream);
  await publish(staff, { pick: long, game: long, ...longBet, draft: true }, stream);
  await publish(staff, { sport: "Golf", sim_confidence: "", game_date: "", time: "" }, stream);
  for (let index = 0; index < 6; index += 1) {
    await publish(
      staff,
      {
        pick: index === 0 ? long : `Pick ${index}`,
        verdict: index % 2 ? "✅" : "❌",
        beat_clv: ["", "✅", "❌"][index % 3],
        closing_line: "-110",
        ...(index === 0 ? longBet : bet),
      },
      stream,
    );
  }
  for (const verdict of ["➖", "🚫"]) await publish(staff, { ...bet, pick: `Came back ${verdict}`, verdict }, stream);
}

async function saveOpenPicks(member: Client, stream: "picks" | "propicks", idName: string): Promise<void> {
  const open: { id: number }[] = await (await member.get(`/api/${stream}?status=open`)).json();
  for (const { id } of open) await member.call("POST", `/api/member-${stream}`, { [idName]: id });
}
