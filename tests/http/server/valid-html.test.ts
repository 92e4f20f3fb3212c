/**
 * Every page of the build against the rules of the Nu HTML checker, as far as html-validate has them: the checker itself needs Java.
 * The checker still finds what standards have added since it learned them. That stays: `blocking` on a link with rel=expect; in the styles
 * `@starting-style`, `@container`, `container-type`, `anchor-name`, `scroll-initial-target`, `paint-order`, and a gradient that names one colour
 * with two places. It also minds that a page's styles stand in the body.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser } from "../../support/database/factories.ts";
import { everyPage, fillSite, pagesMissing, refusedForms } from "../../support/pages/every-page.ts";
import { htmlProblems } from "../../support/pages/html-rules.ts";
import { setUpPath, turnOn } from "../../support/two-factor.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({ TRUST_PROXY: "1", DEMO: "1", CHECKOUT_URL: "" });
let clients: Readonly<Record<keyof typeof everyPage, Client>>;
const everybody = ["visitor", "user", "superadmin"] as const;
const emptyPages = ["/dashboard", "/history", "/propicks-history", "/my-card", "/my-card?tab=results", "/learn", "/admin", "/admin/propicks", "/admin/affiliates", "/admin/affiliates/payouts", "/admin/affiliates/payouts/confirm?pay_1=1"] as const;
const ofNobody: Record<string, string[]> = {};

beforeAll(async () => {
  const [member, owner] = [await app.signedIn("propicksmanager"), await app.signedIn("superadmin")];
  for (const path of emptyPages) ofNobody[path] = htmlProblems(await (path.startsWith("/admin") ? owner : member).text(path));
  clients = await fillSite(app);
});

test("every page of the build is checked", () => expect(pagesMissing(["/demo/checkout", "/partners/A-TOKEN"]), "Add it to everyPage, to the pages of whoever may see it").toEqual([]));

describe.each(everybody)("for a %s", (who) => {
  test.each(everyPage[who])("%s is valid HTML", async (path) => {
    const answer = await clients[who].get(path);
    expect([answer.status, htmlProblems(await answer.text())]).toEqual([path === "/nowhere" ? 404 : 200, []]);
  });
});

test.each(emptyPages)("%s is valid HTML where nothing is there yet", (path) => expect(ofNobody[path]).toEqual([]));

test.each(refusedForms)("the page after a form of a %s that %s refuses is valid HTML", async (who, path, fields) => {
  const answer = await clients[who].post(path, fields);
  expect([answer.status >= 400, htmlProblems(await answer.text())]).toEqual([true, []]);
});

const further: Readonly<Record<string, () => Promise<Response>>> = {
  "the demo's payment page": () => app.client().get("/demo/checkout"),
  "a partner's page": async () => {
    const { page_token } = await app.db.selectFrom("affiliates").select("page_token").orderBy("id").executeTakeFirstOrThrow();
    return app.client().get(`/partners/${page_token}`);
  },
  "the list of payouts, one of them paid": async () => {
    await clients.superadmin.post("/admin/affiliates/payouts/confirm", { pay_1: 11760 });
    return clients.superadmin.get("/admin/affiliates/payouts");
  },
  "the list of affiliates with a notice": async () => {
    await clients.superadmin.post("/admin/affiliates/new", { name: "Added Now", email: "added@example.test" });
    return clients.superadmin.get("/admin/affiliates");
  },
  "Learn with all that Markdown has": async () => {
    await clients.superadmin.call("POST", "/api/learn", { type: "glossary", content: "# A\n\n* b\n\n1. c\n\n> d\n\n`e` **f** [g](https://g.example)\n\n| h | i |\n|---|--:|\n| 1 | 2 |\n\n---\n\n- [ ] j" });
    return clients.user.get("/learn");
  },
  "a filter with what no HTML has": () => clients.superadmin.get("/admin/audit?who=%00%07"),
  "a page without scripts, over a slow network": () => clients.user.fetch("/dashboard", { headers: { "Save-Data": "on" } }),
  "what an admin may not see": async () => (await app.signedIn("admin")).get("/admin/users"),
  "the profile of whoever's membership has ended": async () => {
    const { id, email } = await createUser(app.db);
    const client = app.client();
    await client.signIn(email);
    await app.db.updateTable("users").set({ access_until: "2026-01-01T00:00:00.000Z" }).where("id", "=", id).execute();
    return client.get("/profile");
  },
  "the page with the QR code": async () => {
    const client = await app.signedIn("admin");
    await client.post(setUpPath, { step: "begin" });
    return client.get(setUpPath);
  },
  "two-factor sign-in, turned on": async () => {
    const client = await app.signedIn("admin");
    await turnOn(client);
    return client.get(setUpPath);
  },
};

test.each(Object.keys(further))("%s is valid HTML", async (name) => {
  const answer = await further[name]?.();
  expect(htmlProblems((await answer?.text()) ?? "")).toEqual([]);
});

const wrong = [
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

test.each(wrong)("%s: %j would be found", (rule, body) => {
  const [problem = "", ...others] = htmlProblems(`<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`);
  expect([problem.split(":")[0], others]).toEqual([rule, []]);
});
