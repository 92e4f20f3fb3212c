import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { entryLimit } from "../../../app/models/content/learn.ts";
import type { Role } from "../../../app/policy.ts";
import { glossary, tips } from "../../../db/demo/learn.ts";
import type { Client } from "../../support/app/app.ts";
import { visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";
import { firstVisitBytes } from "../../support/pages/weight.ts";

/** Tests where the labels on cards lead. */
const labelPaths = ["cl", "clv", "sim", "u", "roi"].map((term) => `/learn#term-${term}`);

const app = useApp();
let admin: Client;
let member: Client;
beforeEach(async () => {
  await app.reset();
  admin = await app.signedIn("admin");
  member = await app.signedIn("user");
});

async function versionOf(kind: "glossary" | "tip"): Promise<number> {
  return (await app.db.selectFrom("learn_lists").select("version").where("kind", "=", kind).executeTakeFirstOrThrow())
    .version;
}

test("an empty list shows a plain sentence", async () => {
  expect(await member.text("/learn")).toContain("The glossary is empty.");
  expect(await member.text("/learn?tab=tips")).toContain("There are no bankroll tips yet.");
});

test("a visitor is redirected or refused everywhere", async () => {
  const visitor = app.client();
  for (const path of ["/learn", "/learn?tab=tips"]) {
    const answer = await visitor.get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  }
  for (const path of ["/admin/learn", "/admin/learn/preview", "/admin/learn/restore"])
    expect((await visitor.get(path)).headers.get("location")).toBe("/admin-login");
  expect((await visitor.call("GET", "/api/learn")).status).toBe(401);
  expect((await visitor.call("GET", "/api/tips")).status).toBe(401);
  expect((await visitor.post("/admin/learn", { type: "tip", content: "x" })).status).toBe(401);
});

test.each<[Role, string]>([
  ["user", "/admin-login"],
  ["propicksmanager", "/admin"],
])("a %s may not edit", async (role, target) => {
  const client = await app.signedIn(role);
  for (const path of ["/admin/learn", "/admin/learn/preview", "/admin/learn?_data=routes%2Fadmin.learn.(%24step)"]) {
    const answer = await client.get(path);
    expect(answer.headers.get("location") ?? answer.headers.get("x-remix-redirect")).toBe(target);
  }
  for (const path of ["/admin/learn", "/admin/learn/preview", "/admin/learn/restore"])
    expect((await client.post(path, { type: "tip", content: "x" })).status).toBe(403);
  expect((await client.call("POST", "/api/learn", { type: "tip", content: "x" })).status).toBe(403);
  expect((await client.call("POST", "/api/tips", { content: "x" })).status).toBe(403);
  expect((await client.call("GET", "/api/learn")).status).toBe(200);
});

test("only editors see the tab", async () => {
  expect(await admin.text("/admin/learn")).toContain('href="/admin/learn"');
  expect(await (await app.signedIn("propicksmanager")).text("/admin")).not.toContain('href="/admin/learn"');
});

test("a form saves a list, with one dismissible notice", async () => {
  const saved = await admin.post("/admin/learn", {
    type: "glossary",
    content: "## Push\r\nA **tie**.\r\n---\r\n## <b>Hook</b>\r\nA half.",
    version: await versionOf("glossary"),
  });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/admin/learn"]);
  const page = await admin.text("/admin/learn");
  expect(page).toMatch(/Content saved successfully!<a class="btn" [^>]*href="\/admin\/learn"[^>]*>Okay<\/a>/);
  expect(await admin.text("/admin/learn")).not.toContain("Content saved successfully!");
  expect(await member.text("/learn")).toContain(
    '<div class="panel prose two"><h2 id="term-push">Push</h2><p>A <strong>tie</strong>.</p><h2 id="term-b-hook-b">&lt;b&gt;Hook&lt;/b&gt;</h2><p>A half.</p></div>',
  );
  expect((await (await member.call("GET", "/api/learn")).json()).glossary).toEqual([
    "## Push\nA **tie**.",
    "## <b>Hook</b>\nA half.",
  ]);
});

test("a stale save shows both versions and can be sent again", async () => {
  await admin.call("POST", "/api/learn", { type: "tip", content: "a tip" });
  const version = await versionOf("tip");
  await admin.post("/admin/learn", { type: "tip", content: "their tip", version });
  const stale = await admin.post("/admin/learn", { type: "tip", content: "my tip", version });
  const page = await stale.text();
  expect(stale.status).toBe(409);
  expect(page.replaceAll("<!-- -->", "")).toContain(
    "<dt>Only in the saved list: 1</dt><dd>their tip</dd></div><div><dt>Only in your list: 1</dt><dd>my tip</dd>",
  );
  expect(page).toContain("my tip</textarea>");
  expect(page).toContain(`name="version" value="${version + 1}"`);
  expect((await admin.post("/admin/learn", { type: "tip", content: "my tip", version: version + 1 })).status).toBe(303);
});

test("emptying a list needs the confirmation box, and the last version can be restored", async () => {
  await admin.call("POST", "/api/learn", { type: "tip", content: ["one", "two"] });
  const version = await versionOf("tip");
  const asked = await admin.post("/admin/learn", { type: "tip", content: " ", version });
  expect([asked.status, (await asked.text()).match(/name="confirm_empty"/g)]).toEqual([422, ['name="confirm_empty"']]);
  expect((await admin.post("/admin/learn", { type: "tip", content: "", version, confirm_empty: "yes" })).status).toBe(
    303,
  );
  expect((await (await admin.call("GET", "/api/learn")).json()).tips).toEqual([]);
  const late = await admin.post("/admin/learn/restore", { type: "tip", version });
  expect([late.status, visibleText(await admin.text("/admin/learn"))]).toEqual([
    303,
    expect.stringContaining("nothing was restored"),
  ]);
  expect((await admin.post("/admin/learn/restore", { type: "tip", version: version + 1 })).status).toBe(303);
  expect(await admin.text("/admin/learn")).toContain("Restored the last version of Bankroll Tips.");
  expect((await (await admin.call("GET", "/api/learn")).json()).tips).toEqual(["one", "two"]);
});

test("a refused save keeps the typed text and names the error", async () => {
  const content = `fine\n---\n${"x".repeat(entryLimit + 1)}`;
  const answer = await admin.post("/admin/learn", { type: "tip", content });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(page).toContain("Entry 2: At most 20,000 characters.");
  expect(page).toContain(`${content}</textarea>`);
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(1);
});

test("a preview shows the text without saving it", async () => {
  const before = await versionOf("tip");
  const answer = await admin.post("/admin/learn/preview", {
    type: "tip",
    content: "**new** <script>",
    version: before,
  });
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain("<p><strong>new</strong> &lt;script&gt;</p>");
  expect(page).toContain("**new** &lt;script&gt;</textarea>");
  expect(page).toContain("1 entry");
  expect(page).toContain('action="/admin/learn"');
  expect(await versionOf("tip")).toBe(before);
});

test("the API returns both lists, replaces one and appends a tip", async () => {
  await admin.call("POST", "/api/learn", { type: "glossary", content: ["## Push", "## Hook"] });
  const replaced = await admin.call("POST", "/api/learn", { type: "tip", content: ["a", "b"] });
  expect([replaced.status, (await replaced.json()).tips]).toEqual([200, ["a", "b"]]);
  const added = await admin.call("POST", "/api/tips", { content: "c" });
  expect([added.status, await added.json()]).toEqual([201, { content: "c" }]);
  expect(await (await member.call("GET", "/api/tips")).json()).toEqual(["a", "b", "c"]);
  expect(await (await member.call("GET", "/api/learn")).json()).toEqual({
    glossary: ["## Push", "## Hook"],
    tips: ["a", "b", "c"],
  });
  const bad = await admin.call("POST", "/api/learn", { type: "tips", content: "x" });
  expect([bad.status, await bad.json()]).toEqual([
    400,
    { error: "Please check the marked fields.", fields: { type: "Choose glossary or tip." } },
  ]);
});

test("a list may have up to 256 KB, and its form three times that because of escaped letters", async () => {
  const large = Array.from({ length: 11 }, () => "x".repeat(entryLimit));
  expect((await admin.call("POST", "/api/learn", { type: "glossary", content: large })).status).toBe(200);
  expect((await admin.call("POST", "/api/learn", { type: "glossary", content: "x".repeat(257 * 1024) })).status).toBe(
    413,
  );
  expect((await admin.post("/admin/learn", { type: "glossary", content: large.join("\n---\n") })).status).toBe(303);
  const unicode = Array.from({ length: 8 }, () => "é".repeat(10_000)).join("\n---\n");
  expect((await admin.post("/admin/learn", { type: "glossary", content: unicode })).status).toBe(303);
  expect((await admin.post("/admin/learn", { type: "glossary", content: "x".repeat(769 * 1024) })).status).toBe(413);
  expect((await admin.call("POST", "/api/sidebar", { notes: "x".repeat(65 * 1024) })).status).toBe(413);
});

test("the demo's Learn pages, two pages of text, are light with the style sheet", async () => {
  await admin.call("POST", "/api/learn", { type: "glossary", content: glossary });
  await admin.call("POST", "/api/learn", { type: "tip", content: tips });
  for (const path of ["/learn", "/learn?tab=tips"])
    expect(gzipSync(await member.text(path)).byteLength).toBeLessThanOrEqual(firstVisitBytes + 1000);
});

test("a request from another site changes nothing", async () => {
  const foreign = {
    method: "POST",
    body: new URLSearchParams({ type: "tip", content: "x" }),
    headers: { "Sec-Fetch-Site": "cross-site" },
  };
  for (const path of ["/admin/learn", "/admin/learn/preview", "/api/learn", "/api/tips"])
    expect((await admin.fetch(path, foreign)).status).toBe(403);
});

test("the page has a jump list of its terms, unless they are few", async () => {
  await admin.call("POST", "/api/learn", { type: "glossary", content: glossary });
  await admin.call("POST", "/api/learn", { type: "tip", content: tips.slice(0, 5) });
  const page = await member.text("/learn");
  const jumps = [
    ...(/<nav aria-label="Terms">.*?<\/nav>/s
      .exec(page)?.[0]
      .matchAll(/<a [^>]*href="\/learn#([^"]+)"[^>]*>([^<]+)/g) ?? []),
  ];
  expect(jumps.length).toBe(glossary.filter((entry) => entry.startsWith("## ")).length);
  for (const [, id = "", label = ""] of jumps) expect(page).toContain(`<h3 id="${id}">${label}</h3>`);
  for (const path of labelPaths) expect(page).toContain(`id="${path.split("#")[1]}"`);
  expect(await member.text("/learn?tab=tips")).not.toContain('<nav aria-label="Tips"');
  await admin.call("POST", "/api/learn", { type: "tip", content: tips });
  expect(await member.text("/learn?tab=tips")).toContain('<nav aria-label="Tips"');
});

test("no term gets the id of something else on the page", async () => {
  const others = [...(await member.text("/learn")).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
  const taken = others.filter((id) => !id.startsWith("term-"));
  expect(taken).toEqual(expect.arrayContaining(["main", "nav", "me"]));
  await admin.call("POST", "/api/learn", { type: "glossary", content: taken.map((id) => `## ${id}\nx`) });
  const ids = [...(await member.text("/learn")).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([2 * taken.length, 2 * taken.length]);
});
