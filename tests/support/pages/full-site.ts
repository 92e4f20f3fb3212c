/** A site with some of everything and very long names, for tests that visit all its pages. */
import { beforeAll } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../database/affiliates.ts";
import type { Client } from "../app/app.ts";
import { createConfirmation, createWaitingUser } from "../database/factories.ts";
import type { Stage } from "../app/stage.ts";
import { publish, useStage } from "../app/stage.ts";

const long = "Somebody-wrote-a-name-without-a-single-blank-that-is-far-longer-than-any-phone-is-wide +2.5";
const unsubscribeToken = "of-a-member-padded-to-at-least-forty-characters";
const confirmationToken = "of-a-newcomer-padded-to-at-least-forty-characters";

export const visitorPages = [
  "/",
  "/pricing",
  "/affiliate-signup",
  "/terms",
  "/privacy",
  "/responsible-gaming",
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
  "/admin/picks/ID",
  "/admin/picks/ID/delete",
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
    people = { member, admin, openPick: await publish(admin, { pick: "Openly open" }) };
    const { id } = await stage.app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await stage.app.db.insertInto("unsubscribe_tokens").values({ user_id: id, token: unsubscribeToken }).execute();
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
  await publish(staff, { pick: long, game: long, tag: "Manual Edge" }, stream);
  await publish(staff, { sport: "Golf", sim_confidence: "", game_date: "", time: "" }, stream);
  for (let index = 0; index < 6; index += 1) {
    await publish(
      staff,
      {
        pick: index === 0 ? long : `Pick ${index}`,
        verdict: index % 2 ? "✅" : "❌",
        units_result: index % 2 ? "1.36" : "-1.25",
        beat_clv: ["", "✅", "❌"][index % 3],
        closing_line: "-110",
      },
      stream,
    );
  }
}
