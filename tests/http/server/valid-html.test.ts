/**
 * html-validate covers most rules of the Nu HTML checker, which needs Java.
 * The Nu checker also reports newer standards that we keep: `blocking` with rel=expect, `@starting-style`,
 * `@container`, `container-type`, `anchor-name`, `scroll-initial-target`, `paint-order`, gradients with one colour at
 * two places, and a style element in the body.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser } from "../../support/database/factories.ts";
import { everyPage, fillSite, pagesMissing, refusedForms } from "../../support/pages/every-page.ts";
import { htmlProblems } from "../../support/pages/html-rules.ts";
import { setUpPath, turnOn } from "../../support/two-factor.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({ DEMO: "1", CHECKOUT_URL: "" });
let clients: Readonly<Record<keyof typeof everyPage, Client>>;
const visitorKinds = ["visitor", "user", "superadmin"] as const;
const emptyPages = [
  "/dashboard",
  "/history",
  "/propicks-history",
  "/my-card",
  "/my-card?tab=results",
  "/learn",
  "/admin",
  "/admin/propicks",
  "/admin/affiliates",
  "/admin/affiliates/payouts",
  "/admin/affiliates/payouts/confirm?pay_1=1",
] as const;
const problemsWhenEmpty: Record<string, string[]> = {};

beforeAll(async () => {
  const [member, superadmin] = [await app.signedIn("propicksmanager"), await app.signedIn("superadmin")];
  for (const path of emptyPages)
    problemsWhenEmpty[path] = htmlProblems(await (path.startsWith("/admin") ? superadmin : member).text(path));
  clients = await fillSite(app);
});

test("every page of the build is checked", () =>
  expect(
    pagesMissing([...Object.values(everyPage).flat(), "/demo/checkout", "/partners/A-TOKEN"]),
    "Add it to everyPage, under a role that can see it",
  ).toEqual([]));

describe.each(visitorKinds)("for a %s", (who) => {
  test.each(everyPage[who])("%s is valid HTML", async (path) => {
    const answer = await clients[who].get(path);
    expect([answer.status, htmlProblems(await answer.text())]).toEqual([path === "/nothing-here" ? 404 : 200, []]);
  });
});

test.each(emptyPages)("%s is valid HTML while it is empty", (path) => expect(problemsWhenEmpty[path]).toEqual([]));

test.each(refusedForms)("a %s gets valid HTML when the form on %s is refused", async (who, path, fields) => {
  const answer = await clients[who].post(path, fields);
  expect([answer.status >= 400, htmlProblems(await answer.text())]).toEqual([true, []]);
});

const otherPages: Readonly<Record<string, () => Promise<Response>>> = {
  "the demo's payment page": () => app.client().get("/demo/checkout"),
  "an affiliate's page": async () => {
    const { page_token } = await app.db
      .selectFrom("affiliates")
      .select("page_token")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    return app.client().get(`/partners/${page_token}`);
  },
  "the list of payouts with a paid one": async () => {
    await clients.superadmin.post("/admin/affiliates/payouts/confirm", { pay_1: 11760 });
    return clients.superadmin.get("/admin/affiliates/payouts");
  },
  "the list of affiliates with a notice": async () => {
    await clients.superadmin.post("/admin/affiliates/new", { name: "Added Now", email: "added@example.test" });
    return clients.superadmin.get("/admin/affiliates");
  },
  "Learn with every Markdown element": async () => {
    await clients.superadmin.call("POST", "/api/learn", {
      type: "glossary",
      content:
        "# A\n\n* b\n\n1. c\n\n> d\n\n`e` **f** [g](https://g.example)\n\n| h | i |\n|---|--:|\n| 1 | 2 |\n\n---\n\n- [ ] j",
    });
    return clients.user.get("/learn");
  },
  "a filter with characters that HTML forbids": () => clients.superadmin.get("/admin/audit?who=%00%07"),
  "a page without scripts, for a slow network": () =>
    clients.user.fetch("/dashboard", { headers: { "Save-Data": "on" } }),
  "a page that an admin may not see": async () => (await app.signedIn("admin")).get("/admin/users"),
  "the profile of a member on a break": async () =>
    (await memberWith({ break_until: "2098-12-07T20:15:00.000Z" })).get("/profile"),
  "the page where a break is made longer": async () =>
    (await memberWith({ break_until: "2098-12-07T20:15:00.000Z" })).get("/profile/break"),
  "the profile of a member whose access has ended": async () =>
    (await memberWith({ access_until: "2026-01-01T00:00:00.000Z" })).get("/profile"),
  "the page with the QR code": async () => {
    const client = await app.signedIn("admin");
    await client.post(setUpPath, { step: "begin" });
    return client.get(setUpPath);
  },
  "the two-factor page when it is on": async () => {
    const client = await app.signedIn("admin");
    await turnOn(client);
    return client.get(setUpPath);
  },
};

async function memberWith(changes: { access_until?: string; break_until?: string }) {
  const { id, email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  await app.db.updateTable("users").set(changes).where("id", "=", id).execute();
  return client;
}

test.each(Object.keys(otherPages))("%s is valid HTML", async (name) => {
  const answer = await otherPages[name]?.();
  expect(htmlProblems((await answer?.text()) ?? "")).toEqual([]);
});

const invalidHtml = [
  ["attribute-misuse", '<table><tbody><tr role="row"><td>x</td></tr></tbody></table>'],
  ["attribute-misuse", '<table><tbody><tr><td role="cell">x</td></tr></tbody></table>'],
  ["attribute-misuse", '<table><thead><tr><th scope="col" role="columnheader">x</th></tr></thead></table>'],
  ["no-redundant-role", '<table role="table"><tbody><tr><td>x</td></tr></tbody></table>'],
  ["element-permitted-content", "<h1><div>x</div></h1>"],
  ["element-permitted-content", '<link rel="later" href="/x"/>'],
  ["attribute-allowed-values", '<script type="later">x</script>'],
  ["attribute-allowed-values", '<input aria-label="x" type="mail"/>'],
  ["attribute-allowed-values", '<button type="press">x</button>'],
  ["attribute-misuse", '<input aria-label="x" type="number" value="x"/>'],
  ["required", '<select aria-label="x" required=""><option value="x">x</option></select>'],
  ["no-dup-id", '<p id="x">x</p><p id="x">x</p>'],
  ["text", "<p>\u0000</p>"],
] as const;

test.each(invalidHtml)("%s reports %j", (rule, body) => {
  const [problem = "", ...others] = htmlProblems(
    `<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`,
  );
  expect([problem.split(":")[0], others]).toEqual([rule, []]);
});
