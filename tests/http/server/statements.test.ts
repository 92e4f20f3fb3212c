import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { createUser, putOnCard } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({
  NODE_OPTIONS: `--import ${join(import.meta.dirname, "../../support/database/count-statements.ts")}`,
});
let clients: Readonly<Record<"visitor" | "user" | "superadmin" | "propicksmanager", Client>>;

beforeAll(async () => {
  clients = {
    visitor: app.client(),
    user: await app.signedIn("user"),
    superadmin: await app.signedIn("superadmin"),
    propicksmanager: await app.signedIn("propicksmanager"),
  };
  await fill(3);
});

async function fill(rows: number): Promise<void> {
  for (let index = 0; index < rows; index += 1) {
    for (const path of ["/api/picks", "/api/propicks"])
      for (const verdict of ["", "✅"])
        await publish(clients.superadmin, { verdict, sport: index % 2 === 0 ? "NBA" : "MLB" }, path);
    await createUser(app.db, {});
    await createAffiliate(app.db, { clicks: 3, purchases: [31] });
  }
  const picks = await app.db
    .selectFrom("picks")
    .select("id")
    .where("id", "not in", app.db.selectFrom("saved_picks").select("pick_id"))
    .execute();
  if (picks.length > 0) await putOnCard(app.db, 1, picks);
}

// A page and its layout share one session query. A superadmin's pages ask for results that wait and for the record's head, too.
const budgets = [
  ["/", "visitor", 2],
  ["/free-pick", "visitor", 3],
  ["/record", "visitor", 1],
  ["/record/picks/regular:1", "visitor", 2],
  ["/record/picks/regular:1", "user", 6],
  ["/login", "visitor", 0],
  ["/pricing", "visitor", 1],
  ["/how-it-works", "visitor", 1],
  ["/terms", "visitor", 0],
  ["/signup?payment_success=true", "visitor", 0],
  ["/dashboard", "user", 3],
  ["/dashboard?sport=NBA&sort=asc", "user", 3],
  ["/dashboard?_data=routes%2Fdashboard", "user", 3],
  ["/propicks", "user", 3],
  ["/api/picks/version", "user", 2],
  ["/history", "user", 4],
  ["/history?sport=NBA&sort=oldest&page=2", "user", 4],
  ["/propicks-history?range=last30", "user", 4],
  ["/history?q=celtics", "user", 4],
  ["/propicks-history?sort=edge&page=2", "user", 4],
  ["/my-card", "user", 3],
  ["/my-card?tab=results", "user", 4],
  ["/learn", "user", 2],
  ["/learn?tab=tips", "user", 2],
  ["/profile", "user", 5],
  ["/settings", "user", 7],
  ["/admin", "superadmin", 6],
  ["/admin/overview", "superadmin", 18],
  ["/admin/picks", "superadmin", 6],
  ["/admin/propicks", "propicksmanager", 4],
  ["/admin/sidebar", "superadmin", 5],
  ["/admin/learn", "superadmin", 9],
  ["/admin/users", "superadmin", 8],
  ["/admin/users/import", "superadmin", 6],
  ["/admin/users/1", "superadmin", 12],
  ["/admin/announcements", "superadmin", 4],
  ["/admin/deliveries", "superadmin", 9],
  ["/admin/deliveries?member=somebody", "superadmin", 11],
  ["/admin/status", "superadmin", 14],
  ["/admin/affiliates", "superadmin", 12],
  ["/admin/affiliates/payouts", "superadmin", 6],
  ["/api/picks", "user", 2],
  ["/api/propicks?status=settled&sport=NBA", "user", 2],
  ["/api/picks/record", "user", 2],
  ["/api/member-picks", "user", 2],
  ["/api/sidebar", "user", 2],
  ["/api/learn", "user", 3],
  ["/api/tips", "user", 2],
  ["/api/users", "superadmin", 2],
  ["/api/affiliates", "superadmin", 2],
  ["/api/settings", "user", 2],
  ["/api/news-settings", "user", 4],
  ["/api/alert-devices", "user", 3],
] as const;

test("each page and API list stays within its statement budget, also for longer lists", async () => {
  const few = await countStatements();
  await fill(9);
  expect(await countStatements()).toEqual(few);
  expect(few.filter(({ statements, budget }) => !(statements <= budget))).toEqual([]);
});

test("Recent Results as the record costs Today's Picks nothing, and a call one statement", async () => {
  await clients.superadmin.call("POST", "/api/sidebar", { results_by: "record" });
  const counted = new Map((await countStatements()).map(({ path, statements }) => [path, statements]));
  expect(["/dashboard", "/api/picks/version", "/api/sidebar"].map((path) => counted.get(path))).toEqual([3, 2, 3]);
});

async function countStatements(): Promise<{ path: string; budget: number; statements: number }[]> {
  const counts: { path: string; budget: number; statements: number }[] = [];
  for (const [path, who, budget] of budgets) {
    // The first request after a change fills the caches.
    await clients[who].text(path);
    const answer = await clients[who].get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    counts.push({ path, budget, statements: Number(answer.headers.get("x-statements") ?? Number.NaN) });
  }
  return counts;
}
