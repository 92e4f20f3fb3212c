import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readAffiliateManagerPage } from "../../../app/models/affiliates/affiliate-manager.server.ts";
import { deleteAffiliate } from "../../../app/models/affiliates/affiliate.server.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { actorOf } from "../../support/database/factories.ts";

const admin = actorOf("admin");

beforeEach(() => {
  // The month begins at 05:00 UTC in the site's zone.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-12-03T04:00:00.000Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("staff see this month, all time and what is due over all affiliates, deleted ones included", async () => {
  const empty = { clicks: 0, signups: 0, purchases: 0 };
  expect((await readAffiliateManagerPage(admin, {})).figures).toEqual({
    month: { ...empty, commission_cents: 0 },
    all: empty,
    due: { cents: 0, payees: 0 },
  });
  const first = await createAffiliate(db, { clicks: 100, purchases: [1, 31, 40] });
  const second = await createAffiliate(db, { clicks: 20, purchases: [1, 2, 60] });
  await db
    .insertInto("affiliate_visits")
    .values([
      { affiliate_id: first, day: "2026-12-01", outcome: "counted", visits: 7 },
      { affiliate_id: first, day: "2026-12-02", outcome: "bot", visits: 5 },
    ])
    .execute();
  await deleteAffiliate(admin, { id: second });
  expect((await readAffiliateManagerPage(admin, {})).figures).toEqual({
    // Two days before was still November in the site's zone.
    month: { clicks: 7, signups: 2, purchases: 2, commission_cents: 1960 },
    all: { clicks: 127, signups: 6, purchases: 6 },
    due: { cents: 2940, payees: 2 },
  });
});
