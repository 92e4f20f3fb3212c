/** /record/verify without scripts: what the server says of its own record, and of what a visitor gives it. */
import { beforeAll, expect, test } from "vitest";
import { useApp } from "../../support/app/use-app.ts";
import { gradingEnv, newGame, publishOn, resultOf } from "../../support/grading.ts";
import { decode, visibleText } from "../../support/pages/html.ts";
import { soon } from "../../support/soon.ts";

const app = useApp({ ...gradingEnv, TEST_RECORD_CHECK: "real" });
const path = "/record/verify";
const shown = /<textarea[^>]*>([^<]*)<\/textarea>/;
let head = "";

beforeAll(async () => {
  const staff = await app.signedIn("superadmin");
  const game = newGame();
  await publishOn(staff, game, { pick: `${game.away} +3.5 (-110)` });
  const results = [resultOf(game)];
  expect((await staff.call("POST", "/api/results", { results, apply: true })).status).toBe(200);
  const [seq, hash] = (await app.client().text("/record/head.txt")).split(" ");
  head = `${seq}:${hash}`;
});

const textAt = async (search = "") => visibleText(await app.client().text(path + search));

test("has the server's own last check", async () => {
  await expect.poll(() => textAt(), soon).toMatch(/Our own last check, .+: Intact: \d+ entr/);
});

test("the server says whether it still has a head", async () => {
  expect(await textAt(`?head=${head}`)).toContain("This server says that entry 3 still has this hash.");
  expect(await textAt(`?head=3:${"a".repeat(64)}`)).toContain(
    "This server says that its entry 3 has another hash. If this head came from here, such as in one of our emails, the record was rewritten.",
  );
  expect(await textAt(`?head=99:${"a".repeat(64)}`)).toContain(
    "This server says that its record ends at entry 3, before entry 99. If this head came from here",
  );
});

test.each(["3", "3:abc", "3:" + "A".repeat(64), `0:${"a".repeat(64)}`, "x".repeat(101)])(
  "names what is no head: %s",
  async (text) => {
    const answer = await app.client().get(`${path}?head=${text}`);
    const html = await answer.text();
    expect([answer.status, html.includes('aria-invalid="true"'), html.includes(`value="${text}"`)]).toEqual([
      ...[422, true, true],
    ]);
  },
);

test("checks a copy that somebody changed, and shows it again", async () => {
  const client = app.client();
  const copy = decode(shown.exec(await client.text(path))?.[1] ?? "");
  expect(JSON.parse(copy)).toMatchObject({ type: "settle", outcome: "loss", seq: 3 });
  expect(visibleText(await (await client.post(path, { copy })).text())).toContain("Intact: this is entry 3");
  const faked = await (await client.post(path, { copy: copy.replace('"loss"', '"win"') })).text();
  expect(visibleText(faked)).toContain("because 104 to 112 grades as a loss.");
  expect(decode(shown.exec(faked)?.[1] ?? "")).toContain('"outcome":"win"');
  expect((await client.post(path, { copy: "x".repeat(10_001) })).status).toBe(422);
  expect((await app.client().text("/record/head.txt")).startsWith(head.replace(":", " "))).toBe(true);
});

test("a copy stays that of its entry when a newer loss is there, and can be put back", async () => {
  const client = app.client();
  const html = await client.text(path);
  const form = { copy: decode(shown.exec(html)?.[1] ?? ""), seq: /name="seq" value="(\d+)"/.exec(html)?.[1] ?? "" };
  const staff = await app.signedIn("superadmin");
  const game = newGame();
  await publishOn(staff, game, { pick: `${game.away} +3.5 (-110)` });
  expect((await staff.call("POST", "/api/results", { results: [resultOf(game)], apply: true })).status).toBe(200);
  const answer = await (await client.post(path, form)).text();
  expect(visibleText(answer)).toContain("Intact: this is entry 3");
  expect(answer).toContain(`<a class="btn quiet" href="${path}">Put it back</a>`);
  const sealed = await (await client.post(path, { ...form, seq: "2" })).text();
  expect(visibleText(sealed), "what is no verdict is not shown").toContain("Broken at entry 5");
});

test("comes without scripts on a slow network, with a link that loads them", async () => {
  const slow = (search = "") => app.client().fetch(path + search, { headers: { "Save-Data": "on" } });
  const html = await (await slow()).text();
  expect([html.includes("/build/"), html.includes("/record/verify?scripts=1")]).toEqual([false, true]);
  expect(await (await slow("?scripts=1")).text()).toContain("/build/");
  expect(await app.client().text(path)).not.toContain("scripts=1");
});
