/** A site with some of everything and very long names, for tests that visit all its pages. */
import { beforeAll } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../database/affiliates.ts";
import type { Client } from "../app/app.ts";
import { createConfirmation, createWaitingUser, endGames, upcomingDate } from "../database/factories.ts";
import type { Stage } from "../app/stage.ts";
import { publish, useStage } from "../app/stage.ts";

const long = "Somebody-wrote-a-name-without-a-single-blank-that-is-far-longer-than-any-phone-is-wide +2.5";
const bet = { odds: "-110", book: "DraftKings", playable_to: "+2" } as const;
const longBet = { odds: "-100000", book: "B".repeat(60), playable_to: "P".repeat(40) } as const;
const unsubscribeToken = "of-a-member-padded-to-at-least-forty-characters";
const confirmationToken = "of-a-newcomer-padded-to-at-least-forty-characters";

export const visitorPages = [
  "/",
  "/pricing",
  "/affiliate-signup",
  "/terms",
  "/privacy",
  "/responsible-gaming",
  "/record",
  "/record/sealed",
  "/record/how-to-check",
  "/record/verify",
  "/record/picks/regular:2",
  "/login",
  "/admin-login",
  "/signup?payment_success=true",
  "/signup?payment_success=no",
  "/forgot-password",
  "/verify-otp",
  "/login-code",
  `/unsubscribe/${unsubscribeToken}`,
  `/confirm-email/${confirmationToken}`,
  "/logout",
  "/nothing-here",
];
export const memberPages = [
  "/record?split=market",
  "/dashboard",
  "/dashboard?sport=UFC",
  "/history",
  "/history?range=yesterday&sport=MLB",
  "/propicks",
  "/propicks-history?page=2",
  "/nothing-here",
];
const affiliatePages = [
  "/admin/affiliates",
  "/admin/affiliates/new",
  "/admin/affiliates/1/edit",
  "/admin/affiliates/1/delete",
  "/admin/affiliates/1/renew",
  "/admin/affiliates/1/referrals",
  "/admin/affiliates/1/referrals/1/take-back",
  "/admin/affiliates/requests/1/dismiss",
  "/admin/affiliates/payouts",
  "/admin/affiliates/payouts/confirm?pay_1=980",
];
export const staffPages = [
  "/admin",
  "/admin/propicks",
  "/admin/picks?copy=ID",
  "/admin/picks/import",
  "/admin/grade",
  "/admin/grade?date=11/20/2026",
  "/admin/grade/ID/move",
  "/admin/keys",
  "/admin/keys/1/revoke",
  "/admin/picks/ID",
  "/admin/picks/ID/delete",
  "/admin/picks/2/correct",
  "/admin/picks/5",
  "/admin/sidebar",
  "/admin/users",
  "/admin/users/1",
  "/admin/users/2",
  "/admin/users/1/delete",
  "/admin/users/2/two-factor",
  ...affiliatePages,
];

interface FullSite {
  stage: Stage;
  member: () => Client;
  admin: () => Client;
  openPick: () => number;
}

export function useFullSite(): FullSite {
  const stage = useStage();
  let people: { member: Client; admin: Client; openPick: number } | undefined;
  beforeAll(async () => {
    const [member, admin] = await Promise.all([stage.app.signedIn("user"), stage.app.signedIn("superadmin")]);
    for (const stream of ["picks", "propicks"] as const) await publishSome(admin, stream);
    await endGames(stage.app.db);
    await admin.call("POST", "/api/keys", { name: long.slice(0, 60), scopes: ["picks.draft", "propicks.publish"] });
    await saveOpenPicks(member, "picks", "pick_id");
    await saveOpenPicks(member, "propicks", "propick_id");
    people = { member, admin, openPick: await publish(admin, { game_date: upcomingDate(), pick: "Openly open" }) };
    const { id } = await stage.app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await stage.app.db
      .insertInto("unsubscribe_tokens")
      .values({ user_id: id, token: unsubscribeToken })
      // A mail may have left already.
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ token: unsubscribeToken }))
      .execute();
    await createDueAffiliate(stage.app.db, long);
    await createAffiliateRequest(stage.app.db, { name: long, remarks: long });
    const newcomer = await createWaitingUser(stage.app.db, {
      name: long,
      email: `${long.toLowerCase().replace(/[^a-z]/g, "")}@example.test`,
      email_confirmed_at: null,
    });
    await createConfirmation(stage.app.db, { token: confirmationToken, user: newcomer });
  });
  const filled = () => {
    if (!people) throw new Error("The site is filled before the first test.");
    return people;
  };
  return { stage, member: () => filled().member, admin: () => filled().admin, openPick: () => filled().openPick };
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
