/** Rendered pages are cached and shared between readers. No reader gets another reader's data. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createUser } from "../../support/database/factories.ts";
import { decode } from "../../support/pages/html.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

const remixContext = (html: string) =>
  JSON.parse(/window\.__remixContext = (\{.*?\});<\/script>/.exec(html)?.[1] ?? "null");
const nonceOf = (answer: Response) =>
  /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "";

test("each response has its own nonce, and is otherwise identical", async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const answer = await app.client().get("/pricing");
      return { nonce: nonceOf(answer), html: await answer.text() };
    }),
  );
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(4);
  for (const { nonce, html } of answers)
    expect(new Set([...html.matchAll(/<(?:style|script)\b[^>]*?nonce="([^"]*)"/g)].map(([, used]) => used))).toEqual(
      new Set([nonce]),
    );
  expect(new Set(answers.map(({ nonce, html }) => html.replaceAll(nonce, "")))).toHaveProperty("size", 1);
});

test.each([["gzip"], ["br"], ["deflate"], ["identity"], ["gzip;q=0, br;q=0"], ["br, gzip;q=0.5"], ["*"]])(
  "a page in encoding %s is identical the first, second and third time",
  async (encodings) => {
    const reader = app.client();
    const texts: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const answer = await reader.fetch(`/terms?${new URLSearchParams({ encodings })}`, {
        headers: { "Accept-Encoding": encodings },
      });
      const html = await answer.text();
      expect([
        encodings,
        answer.headers.get("vary"),
        html.endsWith("</html>"),
        html.includes(`<style nonce="${nonceOf(answer)}"`),
      ]).toEqual([encodings, "Accept-Encoding", true, true]);
      texts.push(html.replaceAll(nonceOf(answer), ""));
    }
    expect(texts).toEqual([texts[0], texts[0], texts[0]]);
  },
);

const names = [
  "Avery Alpha",
  "Blake Beta",
  'O\'Hara & <Sons> "Ltd"',
  "Éloïse 🏀",
  "ﬃona",
  "A name that is far too long to have room in a page that others are shown too",
  "&",
  "<i>Kim",
  '"root":{"person":{"name":"x"',
  "$& $1 </script>",
];

test("readers of one page at the same time get only their own name and X-Reader", async () => {
  const people = await Promise.all(
    names.map(async (name) => {
      const [user, client] = [await createUser(app.db, { name }), app.client()];
      await client.signIn(user.email);
      return { name, client, reader: (await client.get("/learn")).headers.get("x-reader") };
    }),
  );
  expect(new Set(people.map(({ reader }) => reader)).size).toBe(names.length);
  const [shownName, contextPerson] = [
    (html: string) =>
      /<span class="avatar"[^>]*>([^<]*)<\/span><span class="cut">([^<]*)<\/span><\/button>/
        .exec(html)
        ?.slice(1)
        .map((text) => decode(text).trim()),
    (html: string) => remixContext(html).state.loaderData.root.person,
  ];
  for (let turn = 0; turn < 2; turn += 1) {
    const pages = await Promise.all(people.map(({ client }) => client.text("/dashboard")));
    expect(pages.map(shownName)).toEqual(names.map((name) => [[...name][0]?.toUpperCase(), name]));
    expect(pages.map(contextPerson)).toMatchObject(people.map(({ name, reader }) => ({ name, reader })));
  }
});

test("a change is shown at once", async () => {
  const [staff, member] = [await app.signedIn("superadmin"), await app.signedIn("user")];
  for (const game of ["Ants @ Bees", "Cats @ Dogs"]) {
    expect(await member.text("/dashboard")).not.toContain(game);
    await publish(staff, { game });
    expect(await member.text("/dashboard")).toContain(game);
  }
});

test("one URL follows each reader's theme and script preference", async () => {
  const plain = await app.client().text("/login");
  expect(plain).toContain("<script");
  expect(await (await app.client().fetch("/login", { headers: { "Save-Data": "on" } })).text()).not.toContain(
    "<script",
  );
  const light = await app.signedIn("user");
  await light.call("PUT", "/api/settings", { display_mode: "light" });
  expect(await light.text("/pricing")).toContain('data-theme="light"');
  expect(await app.client().text("/pricing")).toContain('data-theme="system"');
});

// No page with a secret link, and none that shows only one person's data.
test("only pages that many readers share are cached", () => {
  const cached = readdirSync("app/routes").filter((name) =>
    /^export const handle[^}]*cached: "(?:by address|by query)"/m.test(readFileSync(`app/routes/${name}`, "utf8")),
  );
  const shown = [
    "_index",
    "dashboard",
    "free-pick",
    "history",
    "how-it-works",
    "learn",
    "pricing",
    "privacy",
    "propicks-history",
    "propicks",
    "record._index",
    "record.how-to-check",
    "record.picks.$ref",
    "record.sealed",
    "responsible-gaming",
    "terms",
  ];
  expect(cached.map((name) => name.replace(".tsx", "")).sort()).toEqual(shown.sort());
});

test("a refused form is not cached: the next reader sees none of it", async () => {
  const client = app.client();
  expect(
    await (await client.post("/login", { email: "typed-by-somebody@example.test", password: "x" })).text(),
  ).toContain("typed-by-somebody@example.test");
  expect(await app.client().text("/login")).not.toContain("typed-by-somebody");
});

test("a short API response is sent plain with its length, a long one compressed", async () => {
  const staff = await app.signedIn("superadmin");
  for (let count = 0; count < 6; count += 1) await publish(staff);
  const [short, long] = [await staff.get("/api/picks/version"), await staff.get("/api/picks")];
  expect([short.headers.get("content-encoding"), short.headers.get("content-length")]).toEqual([
    null,
    String((await short.text()).length),
  ]);
  expect(long.headers.get("content-encoding")).toMatch(/gzip|br/);
});
