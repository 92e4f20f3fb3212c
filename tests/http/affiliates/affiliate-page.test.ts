import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dateIn } from "../../../app/time/zone-time.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { type Client, startApp } from "../../support/app/app.ts";
import { createUser, nextNumber } from "../../support/database/factories.ts";
import { leak, visibleText } from "../../support/pages/html.ts";
import { middayZone } from "../../support/midday.ts";
import { useApp } from "../../support/app/use-app.ts";
import { firstVisitBytes } from "../../support/pages/weight.ts";

const formula = '=HYPERLINK("https://example.test","Courtside")';
const route = "routes/partners.$token._index";

const app = useApp({ SITE_TIMEZONE: middayZone });
let staff: Client;
let affiliate: { id: number; email: string; ref_code: string };
let path: string;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});
beforeEach(async () => {
  const answer = await staff.call("POST", "/api/affiliates", {
    name: formula,
    email: `partner${nextNumber()}@example.test`,
  });
  affiliate = await answer.json();
  const { page_token } = await app.db
    .selectFrom("affiliates")
    .select("page_token")
    .where("id", "=", affiliate.id)
    .executeTakeFirstOrThrow();
  path = `/partners/${page_token}`;
});

async function addReferral(changes: { refunded?: boolean } = {}): Promise<{ email: string }> {
  const [user, created_at] = [await createUser(app.db, { name: "Brought Member" }), new Date().toISOString()];
  const referral = await app.db
    .insertInto("referrals")
    .values({ affiliate_id: affiliate.id, user_id: user.id, outcome: "counted", created_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = {
    affiliate_id: affiliate.id,
    referral_id: referral.id,
    price_cents: 4900,
    rate_percent: 20,
    created_at,
  };
  await app.db
    .insertInto("commissions")
    .values({ ...entry, kind: "purchase", amount_cents: 980 })
    .execute();
  if (changes.refunded)
    await app.db
      .insertInto("commissions")
      .values({ ...entry, kind: "refund", amount_cents: -980 })
      .execute();
  return user;
}

async function addVisits(outcome: "counted" | "bot", visits: number): Promise<void> {
  await app.db
    .insertInto("affiliate_visits")
    .values({ affiliate_id: affiliate.id, day: dateIn(middayZone, new Date()), outcome, visits })
    .execute();
}

describe("the page", () => {
  test("shows the link, the figures, and why something did not count", async () => {
    await addVisits("counted", 64);
    await addVisits("bot", 3);
    for (const refunded of [false, false, true]) await addReferral({ refunded });
    const text = visibleText(await app.client().text(path));
    expect(text).toContain(
      "This month Commission earned $19.60 Purchases 3 Clicks 64 Signups 3 Conversion % 4.7 From click to purchase",
    );
    expect(text).toContain("Clicks 64 64 Signups 3 (4.7%) 3 (4.7%) Purchases 3 (100.0%) 3 (100.0%)");
    expect(text).toMatch(
      /Next payout Due now \$0\.00 Due from \w+ \d+, \d{4} \$19\.60 Paid so far \$0\.00 Commission earned in all \$19\.60/,
    );
    expect(text).toContain(
      "Not counted or taken back Why Count A bot or crawler 3 clicks Counted above, then refunded in full or in part, with the commission 1 purchase ",
    );
    expect(text).toContain("A commission is due 30 days after the purchase, so that refunds come off first.");
    expect(text).toMatch(
      /Your terms since \w+ \d+, \d{4}: you earn 20% of each new member's first payment: \$9\.80 of \$49\.00, or less with a discount\. Later payments earn nothing\./,
    );
    expect(text).toMatch(
      /Month Clicks Signups Purchases Commission \w{3} \d{4} 64 3 3 \$19\.60 \w{3} \d{4} 0 0 0 \$0\.00/,
    );
    expect(await app.client().text(path)).toContain(`value="${app.origin}/signup?ref=${affiliate.ref_code}"`);
  });

  test("of a new affiliate has no conversion and no commission", async () => {
    const text = visibleText(await app.client().text(path));
    expect(text).toContain("Purchases 0 Clicks 0 Signups 0 Conversion % –");
    expect(text).toContain("Clicks 0 0 Signups 0 (–) 0 (–) Purchases 0 (–) 0 (–)");
    expect(text).toContain("No commission in the last 12 months.");
    expect(text).not.toContain("Not counted or taken back");
  });

  test("explains a negative balance", async () => {
    await addReferral();
    const [{ id: payoutId }, paid] = await Promise.all([
      app.db
        .insertInto("payouts")
        .values({ paid_by: 1, paid_at: new Date().toISOString() })
        .returning("id")
        .executeTakeFirstOrThrow(),
      app.db.selectFrom("commissions").selectAll().where("affiliate_id", "=", affiliate.id).executeTakeFirstOrThrow(),
    ]);
    await app.db.insertInto("payout_items").values({ commission_id: paid.id, payout_id: payoutId }).execute();
    await app.db
      .insertInto("commissions")
      .values({
        affiliate_id: affiliate.id,
        referral_id: paid.referral_id,
        kind: "refund",
        amount_cents: -980,
        price_cents: 4900,
        rate_percent: 20,
        created_at: paid.created_at,
      })
      .execute();
    const text = visibleText(await app.client().text(path));
    expect(text).toContain("Paid so far $9.80 Commission earned in all $0.00");
    expect(text).toContain("Below zero: we deducted something after a payout.");
  });

  test("contains no email and no member name, in the page, its data and the file", async () => {
    const member = await addReferral();
    for (const address of [path, `${path}?_data=${encodeURIComponent(route)}`, `${path}/months.csv`]) {
      const text = await app.client().text(address);
      expect([
        address,
        [affiliate.email, member.email, "Brought Member"].filter((secret) => text.includes(secret)),
        leak(text),
      ]).toEqual([address, [], null]);
    }
  });

  test("is not indexed, not cached, and sends no referrer", async () => {
    const answer = await app.client().get(path);
    const html = await answer.text();
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain('<meta name="referrer" content="no-referrer"/>');
  });

  test("opens for everyone with the link, signed in or not", async () => {
    for (const client of [app.client(), await app.signedIn("user"), staff])
      expect((await client.get(path)).status).toBe(200);
  });

  test("is light, with its symbols", async () => {
    for (let index = 0; index < 5; index += 1) await addReferral();
    await addVisits("counted", 120);
    const html = await app.client().text(path);
    expect(gzipSync(html).byteLength).toBeLessThanOrEqual(firstVisitBytes);
    for (const [, name] of html.matchAll(/<use href="#([^"]+)"/g)) expect(html).toContain(`<symbol id="${name}"`);
  });
});

describe("the file", () => {
  test("has one line per month with numbers only, and no formula", async () => {
    await addVisits("counted", 64);
    await addReferral();
    await addReferral({ refunded: true });
    const answer = await app.client().get(`${path}/months.csv`);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="affiliate-${affiliate.ref_code}-months.csv"`,
    );
    const [head, ...lines] = text.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect([head, lines.length]).toEqual(["Month,Clicks,Signups,Purchases,Commission", 12]);
    expect(lines.at(-1)).toMatch(/^\d{4}-\d{2},64,2,2,9\.8$/);
    expect(lines.filter((line) => !/^\d{4}-\d{2}(,-?\d+(\.\d+)?){4}$/.test(line))).toEqual([]);
    expect(text).not.toContain("HYPERLINK");
  });

  test("refuses a post", async () => {
    expect((await app.client().post(`${path}/months.csv`)).status).toBe(405);
  });
});

describe("a page link that does not work", () => {
  const words = "This link doesn't work. Ask us for your current one.";

  async function expectNothing(at: string): Promise<void> {
    const [html, data, file] = await Promise.all(
      [at, `${at}?_data=${encodeURIComponent(route)}`, `${at}/months.csv`].map((address) => app.client().get(address)),
    );
    expect([html?.status, data?.status, file?.status]).toEqual([404, 404, 404]);
    expect(visibleText((await html?.text()) ?? "")).toContain(`Page not found ${words}`);
    expect(await file?.text()).toBe(words);
  }

  test.each([
    ["short", "x"],
    ["SQL", "%27%20or%201=1"],
    ["too long", "a".repeat(3000)],
    ["a path", "..%2f..%2fadmin"],
  ])("has a token that is %s", (_what, token) => expectNothing(`/partners/${token}`));

  test("was renewed", async () => {
    await app.db
      .updateTable("affiliates")
      .set({ page_token: "n".repeat(40) + String(nextNumber()).padStart(3, "0") })
      .where("id", "=", affiliate.id)
      .execute();
    await expectNothing(path);
  });

  test("belongs to a deleted affiliate", async () => {
    expect((await app.client().get(path)).status).toBe(200);
    await staff.call("DELETE", `/api/affiliates/${affiliate.id}`);
    await expectNothing(path);
  });

  test("has no token", async () => {
    for (const address of ["/partners", "/partners/"]) expect((await app.client().get(address)).status).toBe(404);
  });
});

test("an unexpected failure is logged without the secret", async () => {
  const broken = await startApp();
  const { page_token: secret } = await broken.db
    .selectFrom("affiliates")
    .select("page_token")
    .where("id", "=", await createAffiliate(broken.db))
    .executeTakeFirstOrThrow();
  await broken.db.schema.alterTable("commissions").renameTo("gone").execute();
  const answers = await Promise.all(
    [
      `/partners/${secret}`,
      `/partners/${secret}?_data=${encodeURIComponent(route)}`,
      `/partners/${secret}/months.csv`,
    ].map((address) => broken.client().get(address)),
  );
  await broken.stop();
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
  const routes = broken
    .errors()
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line).route);
  expect(routes.sort()).toEqual(["/partners/:token", "/partners/:token", "/partners/:token/months.csv"]);
  expect(broken.errors()).not.toContain(secret);
});
