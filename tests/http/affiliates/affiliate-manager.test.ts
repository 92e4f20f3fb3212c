import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createAffiliate, createAffiliateRequest, createDueAffiliate } from "../../support/database/affiliates.ts";
import { type Client, startApp } from "../../support/app/app.ts";
import { nextNumber } from "../../support/database/factories.ts";
import { alerts, decode, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { everything } from "../../support/database/picks.ts";
import { soon } from "../../support/soon.ts";
import { useApp } from "../../support/app/use-app.ts";

const manager = "/admin/affiliates";
const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});
beforeEach(async () => {
  // Each test sees only its own rows.
  await app.db.updateTable("affiliates").set({ deleted_at: new Date().toISOString() }).execute();
  await app.db.updateTable("affiliate_requests").set({ state: "dismissed" }).execute();
  const unpaid = await app.db
    .selectFrom("commissions")
    .select("id")
    .where("id", "not in", app.db.selectFrom("payout_items").select("commission_id"))
    .execute();
  if (unpaid.length === 0) return;
  const { id } = await app.db
    .insertInto("payouts")
    .values({ paid_by: 1, paid_at: new Date().toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("payout_items")
    .values(unpaid.map((row) => ({ commission_id: row.id, payout_id: id })))
    .execute();
});

const rowOf = (id: number) =>
  app.db.selectFrom("affiliates").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

function rows(html: string, label: string): string[][] {
  const table = html.slice(html.indexOf(`aria-label="${label}"`));
  const body = table.slice(table.indexOf("<tbody"), table.indexOf("</tbody>"));
  return [...body.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<(t[dh])\b[\s\S]*?<\/\1>/g)].map(([cell]) => visibleText(cell)),
  );
}

function linkIn(html: string, label: string): string | null {
  const id = new RegExp(`<label[^>]*for="([^"]+)"[^>]*>${label}</label>`).exec(html)?.[1];
  const tag = id === undefined ? undefined : new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(html)?.[0];
  return tag?.includes('readonly=""') ? decode(/value="([^"]*)"/.exec(tag)?.[1] ?? "") : null;
}

describe("the table", () => {
  test("shows each affiliate's figures in the specified formats", async () => {
    await createAffiliate(app.db, { name: "Quiet Sample" });
    const id = await createAffiliate(app.db, { name: "Courtside Sample", clicks: 80, purchases: [1, 31, 40] });
    const [first, second] = rows(await staff.text(manager), "Affiliates table");
    const { email, ref_code } = await rowOf(id);
    expect(first?.slice(0, -1)).toEqual(["Courtside Sample", email, ref_code, "80", "3", "3", "3.8", "$29.40"]);
    expect(second?.slice(3, -1)).toEqual(["0", "0", "0", "–", "$0.00"]);
    expect(first?.at(-1)).toMatch(/Copy link of Courtside Sample.*Edit Courtside Sample.*Delete Courtside Sample/);
  });

  test("says so when it is empty", async () => {
    expect(rows(await staff.text(manager), "Affiliates table")).toEqual([["No affiliates yet."]]);
  });

  test("has both links of an affiliate in read-only fields", async () => {
    const { ref_code, page_token } = await rowOf(await createAffiliate(app.db));
    const html = await staff.text(manager);
    expect([linkIn(html, "Referral link"), linkIn(html, "Affiliate page")]).toEqual([
      `${app.origin}/signup?ref=${ref_code}`,
      `${app.origin}/partners/${page_token}`,
    ]);
  });

  test("makes the link from the request's own origin where none is configured", async () => {
    const demo = await startApp({ APP_ORIGIN: "", DEMO: "1" });
    await createAffiliate(demo.db);
    const html = await (await demo.signedIn("admin")).text(manager);
    await demo.stop();
    expect(linkIn(html, "Referral link")).toMatch(new RegExp(`^${demo.origin}/signup\\?ref=`));
  });

  test("shows the secret page link only to staff", async () => {
    const { page_token } = await rowOf(await createAffiliate(app.db));
    const member = await app.signedIn("user");
    for (const path of [manager, `${manager}?_data=routes%2Fadmin.affiliates._index`, "/api/affiliates"])
      expect(await member.text(path)).not.toContain(page_token);
    for (const path of ["/api/affiliates", `${manager}.csv`]) expect(await staff.text(path)).not.toContain(page_token);
  });
});

test("the figures of all affiliates lead to the payouts", async () => {
  const html = await staff.text(manager);
  expect(visibleText(html)).toMatch(/commission this month\. \$0\.00 is due now\. Earlier payouts/);
  await createDueAffiliate(app.db);
  expect(visibleText(await staff.text(manager))).toContain("$9.80 is due now. Pay 1 affiliate");
});

test("new terms need a reason: a refused form keeps what was typed; the affiliate's page says the new ones", async () => {
  const id = await createAffiliate(app.db);
  const { name, email, page_token } = await rowOf(id);
  const path = `${manager}/${id}/edit`;
  const form = { name, email, version: "1", rate_percent: "35", reason: "" };
  expect(await staff.text(path)).toContain("Empty: the site&#x27;s rate, 20% now.");
  const refused = await staff.post(path, form);
  const html = await refused.text();
  expect([refused.status, fieldValue(html, "rate_percent"), fieldError(html, "reason")]).toEqual([
    422,
    "35",
    "Enter a reason for the new terms.",
  ]);
  expect(visibleText(await app.client().text(`/partners/${page_token}`))).toContain("Your terms: you earn 20%");
  expect((await staff.post(path, { ...form, reason: "As agreed" })).status).toBe(303);
  const page = visibleText(await app.client().text(`/partners/${page_token}`));
  expect(page).toMatch(/Your terms since \w+ \d+, \d{4}: you earn 35%/);
  expect(page).not.toContain("As agreed");
});

test("the API list is paged, newest first", async () => {
  const [first = 0, second = 0, third = 0] = [
    await createAffiliate(app.db),
    await createAffiliate(app.db),
    await createAffiliate(app.db),
  ];
  const listed = async (query: string) => {
    const answer = await staff.get(`/api/affiliates${query}`);
    const body: unknown = await answer.json();
    return {
      status: answer.status,
      ids: Array.isArray(body) ? body.map((row: { id: number }) => row.id) : [],
      link: answer.headers.get("link"),
    };
  };
  expect(await listed("?limit=2")).toEqual({
    status: 200,
    ids: [third, second],
    link: `</api/affiliates?limit=2&before=${second}>; rel="next"`,
  });
  expect(await listed(`?limit=2&before=${second}`)).toEqual({ status: 200, ids: [first], link: null });
  expect([(await listed("")).ids, (await listed("?limit=abc")).status]).toEqual([[third, second, first], 400]);
});

test("a request with a long name and remarks keeps the table's width, with the remarks folded", async () => {
  await createAffiliateRequest(app.db, { name: "W".repeat(90), remarks: "x".repeat(1000) });
  const html = await staff.text(manager);
  expect([
    html.includes('class="rc asks"'),
    /<summary>x{120}…<\/summary><span class="pre">x{1000}<\/span>/.test(html),
  ]).toEqual([true, true]);
});

describe("an affiliate", () => {
  test("is added by a form: 303, a notice, a row", async () => {
    const email = `new${nextNumber()}@example.test`;
    expect(visibleText(await staff.text(`${manager}/new`))).toContain("Add Affiliate Name Email Cancel Save");
    const answer = await staff.post(`${manager}/new`, { name: "New Sample", email: ` ${email.toUpperCase()} ` });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, manager]);
    const html = await staff.text(manager);
    expect([alerts(html), rows(html, "Affiliates table")[0]?.slice(0, 2)]).toEqual([
      ["Affiliate added."],
      ["New Sample", email],
    ]);
  });

  test("that is refused keeps its input, with each error at its field", async () => {
    const html = await (await staff.post(`${manager}/new`, { name: " ", email: "nonsense <b>" })).text();
    expect([fieldError(html, "name"), fieldError(html, "email"), fieldValue(html, "email")]).toEqual([
      "Enter a name.",
      "Enter an email address.",
      "nonsense <b>",
    ]);
    expect(alerts(html)).toEqual(["Please check the marked fields."]);
    const { email } = await rowOf(await createAffiliate(app.db));
    const taken = await staff.post(`${manager}/new`, { name: "Copy Sample", email });
    const again = await taken.text();
    expect([taken.status, fieldError(again, "email"), alerts(again), fieldValue(again, "name")]).toEqual([
      409,
      "Another affiliate has this email.",
      [],
      "Copy Sample",
    ]);
  });

  test("is changed; a stale form gets 409 with both versions, and saving again keeps the caller's value", async () => {
    const id = await createAffiliate(app.db);
    const form = await staff.text(`${manager}/${id}/edit`);
    const { email, ref_code } = await rowOf(id);
    expect([visibleText(form).includes("Edit Affiliate"), fieldValue(form, "email")]).toEqual([true, email]);
    await staff.call("PUT", `/api/affiliates/${id}`, { name: "Their Sample" });
    const ownEdit = { name: "My Sample", email, version: fieldValue(form, "version") };
    const answer = await staff.post(`${manager}/${id}/edit`, ownEdit);
    const html = await answer.text();
    expect([answer.status, fieldValue(html, "name"), visibleText(html)]).toEqual([
      409,
      "My Sample",
      expect.stringContaining("Saved now: name Their Sample"),
    ]);
    const again = await staff.post(`${manager}/${id}/edit`, {
      ...ownEdit,
      version: fieldValue(html, "version"),
      ref_code: "MINE2345",
      page_token: "mine",
    });
    expect([again.status, await rowOf(id)]).toEqual([
      303,
      expect.objectContaining({ name: "My Sample", ref_code, version: 3 }),
    ]);
  });

  test("is deleted after a question, and is then not found", async () => {
    const id = await createAffiliate(app.db, { name: "Gone Sample" });
    const { ref_code } = await rowOf(id);
    expect(visibleText(await staff.text(`${manager}/${id}/delete`))).toContain(
      `Delete Affiliate? Gone Sample, ref code ${ref_code} This cannot be undone. Cancel Delete`,
    );
    expect((await rowOf(id)).deleted_at).toBeNull();
    expect((await staff.post(`${manager}/${id}/delete`)).status).toBe(303);
    expect(alerts(await staff.text(manager))).toEqual(["Affiliate deleted."]);
    for (const [step, status] of [
      ["edit", 404],
      ["delete", 303],
      ["renew", 303],
    ])
      expect([
        step,
        (await staff.get(`${manager}/${id}/${step}`)).status,
        (await staff.post(`${manager}/${id}/${step}`, { name: "X" })).status,
      ]).toEqual([step, 404, status]);
    expect(alerts(await staff.text(manager))).toEqual(["This affiliate no longer exists."]);
  });

  test("that is owed money is deleted with a warning, and stays in the payouts", async () => {
    const id = await createAffiliate(app.db, { name: "Owed Sample", purchases: [31, 3, 2] });
    expect(visibleText(await staff.text(`${manager}/${id}/delete`))).toContain(
      "This cannot be undone. $29.40 is unpaid and stays under Payouts until it is paid. Cancel",
    );
    await staff.post(`${manager}/${id}/delete`);
    expect(rows(await staff.text(`${manager}/payouts`), "Due table").map((row) => [row[0], row.at(-1)])).toEqual([
      ["Owed Sample", "$9.80"],
    ]);
  });

  test("redirects to the list page it was opened from, as requests do", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 11; count += 1) ids.push(await createAffiliate(app.db));
    const [oldest] = ids;
    const asking = await createAffiliateRequest(app.db);
    const list = await staff.text(`${manager}?page=2`);
    for (const path of [
      `${manager}/${oldest}/edit`,
      `${manager}/${oldest}/renew`,
      `${manager}/requests/${asking}/dismiss`,
      `${manager}/${oldest}/delete`,
    ]) {
      expect(list).toContain(`href="${path}?page=2"`);
      const html = await staff.text(`${path}?page=2`);
      expect([path, rows(html, "Affiliates table").length, html.includes(`action="${path}?page=2"`)]).toEqual([
        path,
        1,
        true,
      ]);
      expect(html).toMatch(new RegExp(`href="${manager}\\?page=2"[^>]*>Cancel`));
      const answer = await staff.post(`${path}?page=2`, {
        name: "Saved Sample",
        email: `saved${nextNumber()}@example.test`,
      });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, `${manager}?page=2`]);
    }
    expect(await staff.text(`${manager}/new?page=2`)).toMatch(new RegExp(`href="${manager}\\?page=2"[^>]*>Cancel`));
  });

  test("gets a new secret page link after a question", async () => {
    const id = await createAffiliate(app.db);
    const before = (await rowOf(id)).page_token;
    expect(visibleText(await staff.text(`${manager}/${id}/renew`))).toContain("The old link stops working at once.");
    expect((await rowOf(id)).page_token).toBe(before);
    expect((await staff.post(`${manager}/${id}/renew`)).status).toBe(303);
    expect((await rowOf(id)).page_token).not.toBe(before);
  });
});

describe("a request", () => {
  test("from the public form is above the table until it is approved", async () => {
    const email = `asks${nextNumber()}@example.test`;
    await app.client().post("/affiliate-signup", {
      name: "Dana <b>Sample",
      email,
      phone: "555-0100",
      remarks: "=HYPERLINK(1)\nSecond line",
    });
    const before = await staff.text(manager);
    const [row] = rows(before, "Requests table");
    expect(row).toEqual([
      `Dana <b>Sample${email}`,
      "555-0100",
      "=HYPERLINK(1) Second line",
      expect.stringMatching(/\d{4}, \d+:\d\d [AP]M/),
      expect.stringMatching(/Approve.*Dismiss/),
    ]);
    expect(before.indexOf("Requests table")).toBeLessThan(before.indexOf("Affiliates table"));
    const action = decode(/action="([^"]*\/approve)"/.exec(before)?.[1] ?? "");
    expect([(await staff.get(action)).status, (await staff.post(action)).status]).toEqual([200, 303]);
    const html = await staff.text(manager);
    expect([alerts(html), html.includes("Requests table"), rows(html, "Affiliates table")[0]?.slice(0, 2)]).toEqual([
      ["Dana <b>Sample is now an affiliate. An email with their links is on its way."],
      false,
      ["Dana <b>Sample", email],
    ]);
  });

  test("that is approved is answered by mail with the link and the page", async () => {
    const email = `asks${nextNumber()}@example.test`;
    const id = await createAffiliateRequest(app.db, { email });
    expect((await staff.post(`${manager}/requests/${id}/approve`)).status).toBe(303);
    const { ref_code, page_token } = await app.db
      .selectFrom("affiliates")
      .selectAll()
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const { message_id } = await app.db
      .selectFrom("outbox")
      .select("message_id")
      .where("kind", "=", "affiliate-approved")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const mail = await vi.waitFor(
      () =>
        readFileSync(join(app.mailFolder, `affiliate-approved-${message_id}.eml`), "utf8")
          .replace(/=\r?\n/g, "")
          .replaceAll("=3D", "="),
      soon,
    );
    expect(mail).toMatch(new RegExp(`^To: .*${email}`, "m"));
    for (const link of [`${app.origin}/signup?ref=${ref_code}`, `${app.origin}/partners/${page_token}`])
      expect(mail).toContain(link);
  });

  test("that was sent again meanwhile is not approved: 409 with the changes", async () => {
    const email = `asks${nextNumber()}@example.test`;
    const send = (fields: Readonly<Record<string, string>>) =>
      app.client().fetch("/affiliate-signup", {
        method: "POST",
        body: new URLSearchParams({ name: "Dana Sample", email, phone: "555-0100", remarks: "A podcast", ...fields }),
        headers: { Origin: app.origin, "X-Forwarded-For": `198.51.100.${nextNumber() % 250}` },
      });
    await send({});
    const before = await staff.text(manager);
    const action = decode(/action="([^"]*\/approve)"/.exec(before)?.[1] ?? "");
    const seen = { sending: fieldValue(before, "sending") };
    await send({ phone: "555-0199", remarks: "Pay <me>" });
    const answer = await staff.post(action, seen);
    const html = await answer.text();
    expect([answer.status, alerts(html)]).toEqual([
      409,
      [
        "This request was sent again in the meantime. Changed: phone (555-0100 → 555-0199), remarks (A podcast → Pay <me>). Check it, then approve or dismiss it.",
      ],
    ]);
    expect(visibleText(html)).toMatch(/Approve this request\? Dana Sample, asks\d+@example\.test, 555-0199 ?Pay <me>/);
    expect(rows(html, "Affiliates table")).toEqual([["No affiliates yet."]]);
    const dialog = html.slice(html.indexOf("<dialog"));
    expect((await staff.post(action, { sending: fieldValue(dialog, "sending") })).status).toBe(303);
  });

  test("that is already answered is not answered again", async () => {
    const id = await createAffiliateRequest(app.db);
    await (await app.signedIn("admin")).post(`${manager}/requests/${id}/dismiss`);
    for (const answer of ["approve", "dismiss"]) {
      const post = await staff.post(`${manager}/requests/${id}/${answer}?page=2`);
      expect([post.status, post.headers.get("location"), alerts(await staff.text(manager))]).toEqual([
        303,
        `${manager}?page=2`,
        ["This request has already been answered."],
      ]);
      expect((await staff.get(`${manager}/requests/${id}/${answer}`)).status).toBe(404);
    }
  });

  test("from an existing affiliate is not approved", async () => {
    const { email, name } = await rowOf(await createAffiliate(app.db));
    const id = await createAffiliateRequest(app.db, { email });
    const answer = await staff.post(`${manager}/requests/${id}/approve`);
    const html = await answer.text();
    expect([answer.status, alerts(html)]).toEqual([
      409,
      [`${name} is already an affiliate with this email. Nothing was added; you can dismiss the request.`],
    ]);
  });

  test("is dismissed after a question", async () => {
    const id = await createAffiliateRequest(app.db);
    expect(visibleText(await staff.text(`${manager}/requests/${id}/dismiss`))).toContain(
      "Dismiss this request? Dana Sample",
    );
    expect((await staff.post(`${manager}/requests/${id}/dismiss`)).status).toBe(303);
    const html = await staff.text(manager);
    expect([alerts(html), html.includes("Requests table"), rows(html, "Affiliates table")]).toEqual([
      ["Request dismissed."],
      false,
      [["No affiliates yet."]],
    ]);
  });
});

describe("a referral", () => {
  const referralOf = async (id: number) =>
    (
      await app.db
        .selectFrom("referrals")
        .select("id")
        .where("affiliate_id", "=", id)
        .orderBy("id")
        .executeTakeFirstOrThrow()
    ).id;

  test("is linked from the table, and its commission is taken back after a question with a reason", async () => {
    const id = await createAffiliate(app.db, { name: "Courtside Sample", purchases: [40, 3] });
    const path = `${manager}/${id}/referrals`;
    expect(await staff.text(manager)).toContain(`href="${path}"`);
    const list = await staff.text(path);
    expect(rows(list, "Referrals table").map((row) => row.slice(1, 4))).toEqual([
      ["Deleted account", "–", "$9.80"],
      ["Deleted account", "–", "$9.80"],
    ]);
    const question = `${path}/${await referralOf(id)}/take-back`;
    expect(list).toContain(`href="${question}"`);
    expect(visibleText(await staff.text(question))).toContain(
      "Take the commission back? $9.80 of Courtside Sample, for the signup of",
    );
    const empty = await staff.post(question, { reason: " " });
    expect([empty.status, fieldError(await empty.text(), "reason")]).toEqual([422, "Enter a reason."]);
    expect(await staff.text(manager)).toContain("$19.60");
    const answer = await staff.post(question, { reason: "Lost <dispute>" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
    const html = await staff.text(path);
    expect([alerts(html), rows(html, "Referrals table")[1]?.slice(3)]).toEqual([
      ["$9.80 taken back."],
      ["$0.00", "Taken back: Lost <dispute>"],
    ]);
    expect((await staff.post(question, { reason: "Again" })).status).toBe(303);
    expect(alerts(await staff.text(path))).toEqual(["Nothing was left to take back."]);
    expect(rows(await staff.text(manager), "Affiliates table")[0]?.[7]).toBe("$9.80");
    const { page_token } = await rowOf(id);
    const affiliatePage = visibleText(await app.client().text(`/partners/${page_token}`));
    expect([
      affiliatePage.includes("then taken back with the commission, as after a disputed payment 1 purchase"),
      affiliatePage.includes("Lost"),
    ]).toEqual([true, false]);
  });

  test("of another affiliate is not found; an affiliate without signups has an empty list", async () => {
    const id = await createAffiliate(app.db);
    expect(rows(await staff.text(`${manager}/${id}/referrals`), "Referrals table")).toEqual([
      ["No signups with this link yet."],
    ]);
    const other = await createDueAffiliate(app.db);
    for (const path of [
      `${manager}/${id}/referrals/${await referralOf(other)}/take-back`,
      `${manager}/999999/referrals`,
    ])
      expect((await staff.get(path)).status).toBe(404);
    expect(
      (await staff.post(`${manager}/${id}/referrals/${await referralOf(other)}/take-back`, { reason: "x" })).status,
    ).toBe(404);
  });
});

describe("a CSV file", () => {
  test("has the whole table, is a download that is not cached, and runs no formula", async () => {
    await createAffiliate(app.db, { name: '=HYPERLINK("http://x.example","Zoë")', clicks: 10, purchases: [1] });
    const answer = await staff.get(`${manager}.csv`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(
      ["content-type", "content-disposition", "cache-control", "x-content-type-options"].map((name) =>
        answer.headers.get(name),
      ),
    ).toEqual(["text/csv; charset=utf-8", 'attachment; filename="affiliates.csv"', "no-store", "nosniff"]);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, row] = bytes.toString("utf8").slice(1).split("\r\n");
    expect(head).toBe("Name,Email,Ref Code,Clicks,Signups,Purchases,Conversion %,Commission");
    expect(row).toMatch(
      /^"'=HYPERLINK\(""http:\/\/x\.example"",""Zoë""\)",partner\d+@example\.test,[2-9A-Z]{8},10,1,1,10\.0,9\.80$/,
    );
  });

  test("that does not exist is a 404 with a message", async () => {
    for (const id of ["0", "999999", "x"]) {
      const answer = await staff.get(`${manager}/payouts/${id}.csv`);
      expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
        404,
        "text/plain; charset=utf-8",
        "There is no such payout.",
      ]);
    }
  });
});

describe("a payout", () => {
  const confirm = `${manager}/payouts/confirm`;
  const tickedFields = (html: string, ...ids: number[]): Record<string, string> =>
    Object.fromEntries([...ids.map((id) => `pay_${id}`), "list"].map((name) => [name, fieldValue(html, name) ?? ""]));

  test("is made in two steps, listed and downloadable; a GET pays nothing", async () => {
    const [first, second] = [
      await createDueAffiliate(app.db, "@First Sample"),
      await createAffiliate(app.db, { name: "Second Sample", purchases: [31, 45, 2] }),
    ];
    const page = await staff.text(`${manager}/payouts`);
    const ticks = tickedFields(page, first, second);
    for (const [id, cents] of [
      [first, 980],
      [second, 1960],
    ])
      expect(ticks[`pay_${id}`]).toMatch(new RegExp(`^${cents}-[0-9a-f]{8}$`));
    expect(visibleText(page)).toContain("$29.40 is due to the affiliates above.");
    const path = `${confirm}?${new URLSearchParams(ticks)}`;
    const before = await everything(app);
    const list = await staff.get(`${manager}/due.csv?${new URLSearchParams(ticks)}`);
    expect([list.status, list.headers.get("content-disposition")]).toEqual([
      200,
      'attachment; filename="payout-due.csv"',
    ]);
    const question = await staff.text(path);
    expect(visibleText(question)).toContain(
      "Mark as paid? $29.40 to 2 affiliates @First Sample$9.80 Second Sample$19.60 Download CSV of payments due This moves no money and cannot be undone. Download the list and pay it first. Cancel Mark as paid",
    );
    expect(decode(/<dialog[\s\S]*?href="([^"]*due\.csv[^"]*)"/.exec(question)?.[1] ?? "")).toBe(
      path.replace("/payouts/confirm?", "/due.csv?"),
    );
    expect(await everything(app)).toBe(before);
    const answer = await staff.post(path, ticks);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${manager}/payouts`]);
    const html = await staff.text(`${manager}/payouts`);
    expect([alerts(html)[0], rows(html, "Due table")]).toEqual([
      expect.stringMatching(/^Marked as paid\./),
      [["Nothing is due."]],
    ]);
    expect(rows(html, "Paid table")[0]?.slice(1, 3)).toEqual(["2", "$29.40"]);
    const file = await staff.get(/href="([^"]*payouts\/\d+\.csv)"/.exec(html)?.[1] ?? "");
    const [paid, listed] = [await file.text(), await list.text()];
    expect(listed).toBe(paid);
    expect([file.headers.get("content-disposition"), paid]).toEqual([
      expect.stringMatching(/^attachment; filename="payout-\d+\.csv"$/),
      `Name,Email,Ref Code,Commissions,Amount\r\n'@First Sample,${(await rowOf(first)).email},${(await rowOf(first)).ref_code},1,9.80\r\nSecond Sample,${(await rowOf(second)).email},${(await rowOf(second)).ref_code},2,19.60\r\n`,
    ]);
  });

  test("of an older list marks what that list contains, and warns about what changed", async () => {
    const [first, second] = [
      await createDueAffiliate(app.db, "First Sample"),
      await createDueAffiliate(app.db, "Second Sample"),
    ];
    const ticks = tickedFields(await staff.text(`${manager}/payouts`), first, second);
    const list = await staff.text(`${manager}/due.csv?${new URLSearchParams(ticks)}`);
    const {
      referral_id,
      id: _id,
      ...purchase
    } = await app.db.selectFrom("commissions").selectAll().where("affiliate_id", "=", first).executeTakeFirstOrThrow();
    await app.db
      .insertInto("commissions")
      .values({ ...purchase, referral_id, kind: "refund", amount_cents: -490 })
      .execute();
    const path = `${confirm}?${new URLSearchParams(ticks)}`;
    expect(visibleText(await staff.text(path))).toContain(
      "First Sample$9.80 (now $4.90) Second Sample$9.80 The amount due has changed since this list was made. If you haven't paid yet, cancel and download the list again.",
    );
    expect((await staff.post(path, ticks)).status).toBe(303);
    const html = await staff.text(`${manager}/payouts`);
    expect(await staff.text(/href="([^"]*payouts\/\d+\.csv)"/.exec(html)?.[1] ?? "")).toBe(list);
    expect(rows(html, "Due table")).toEqual([["Nothing is due."]]);
  });

  test("to an affiliate whose email changed since the list was made is refused, also in the file", async () => {
    const id = await createDueAffiliate(app.db);
    const ticks = tickedFields(await staff.text(`${manager}/payouts`), id);
    const { email } = await rowOf(id);
    await staff.call("PUT", `/api/affiliates/${id}`, { email: `elsewhere${nextNumber()}@example.test` });
    const words = "The name or email of an affiliate has changed since the list was made.";
    const file = await staff.get(`${manager}/due.csv?${new URLSearchParams(ticks)}`);
    expect([file.status, file.headers.get("content-type"), await file.text()]).toEqual([
      409,
      "text/plain; charset=utf-8",
      expect.stringContaining(words),
    ]);
    expect(alerts(await staff.text(`${confirm}?${new URLSearchParams(ticks)}`))).toEqual([
      expect.stringContaining(words),
    ]);
    expect((await staff.post(confirm, ticks)).status).toBe(409);
    await staff.call("PUT", `/api/affiliates/${id}`, { email });
    expect((await staff.post(confirm, ticks)).status).toBe(303);
  });

  test("has no file without affiliates or for sums that are not due", async () => {
    const id = await createDueAffiliate(app.db);
    for (const [query, status, words] of [
      ["", 400, "Select at least one affiliate to pay."],
      [`?pay_${id}=981`, 409, expect.stringContaining("What is due has changed")],
    ] as const) {
      const answer = await staff.get(`${manager}/due.csv${query}`);
      expect([answer.status, await answer.text()]).toEqual([status, words]);
    }
  });

  test("sent twice pays once, and the second is refused", async () => {
    const id = await createDueAffiliate(app.db);
    const ticks = { [`pay_${id}`]: "980" };
    expect(visibleText(await staff.text(`${manager}/payouts`))).toContain("$9.80 is due to the affiliate above.");
    const statuses = (await Promise.all([staff.post(confirm, ticks), staff.post(confirm, ticks)])).map(
      (answer) => answer.status,
    );
    expect(statuses.sort()).toEqual([303, 409]);
    await staff.text(`${manager}/payouts`);
    expect(alerts(await (await staff.post(`${confirm}?pay_${id}=980`, ticks)).text())).toEqual([
      "What is due has changed since this page was loaded. Check the list again, then pay.",
    ]);
  });

  test.each([
    ["another sum", "981"],
    ["a negative sum", "-980"],
    ["no sum", ""],
  ])("of %s is refused", async (_what, cents) => {
    const id = await createDueAffiliate(app.db);
    const before = await everything(app);
    expect((await staff.post(confirm, { [`pay_${id}`]: cents })).status).toBe(409);
    expect(await everything(app)).toBe(before);
  });

  test("without affiliates is refused, before and after the question", async () => {
    expect(alerts(await staff.text(confirm))).toEqual(["Select at least one affiliate to pay."]);
    const answer = await staff.post(confirm);
    expect([answer.status, alerts(await answer.text())]).toEqual([422, ["Select at least one affiliate to pay."]]);
  });

  test("keeps affiliates unticked, behind the question and after Cancel", async () => {
    const [paid, left] = [await createDueAffiliate(app.db), await createDueAffiliate(app.db)];
    const ticked = (html: string) =>
      [paid, left].map((id) =>
        new RegExp(`<input(?=[^>]*name="pay_${id}")(?=[^>]*type="checkbox")[^>]*checked=""`).test(html),
      );
    expect(ticked(await staff.text(`${manager}/payouts`))).toEqual([true, true]);
    const question = await staff.text(`${confirm}?pay_${paid}=980`);
    expect([ticked(question), question.includes(`href="${manager}/payouts?pay_${paid}=980"`)]).toEqual([
      [true, false],
      true,
    ]);
    expect(ticked(await staff.text(`${manager}/payouts?pay_${paid}=980`))).toEqual([true, false]);
    expect(ticked(await staff.text(`${confirm}?pay_${paid}=1960`))).toEqual([true, false]);
    expect(ticked(await staff.text(confirm))).toEqual([false, false]);
  });

  test("has at most eighty affiliates, because a form takes a hundred fields", async () => {
    for (let index = 0; index < 81; index += 1) await createDueAffiliate(app.db, `Many ${index}`);
    const html = await staff.text(`${manager}/payouts`);
    const names = [...html.matchAll(/name="pay_(\d+)"/g)].map(([, id]) => Number(id));
    const ticks = tickedFields(html, ...names);
    expect([names.length, visibleText(html)]).toEqual([
      80,
      expect.stringContaining(" 1 more follows when these are paid."),
    ]);
    const path = `${confirm}?${new URLSearchParams(ticks)}`;
    expect([(await staff.get(path)).status, (await staff.post(path, ticks)).status]).toEqual([200, 303]);
  });
});
