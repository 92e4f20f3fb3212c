/** /record/verify without scripts: what the server says of its own record, and that it vouches for nothing else. */
import { beforeAll, expect, test } from "vitest";
import { useApp } from "../../support/app/use-app.ts";
import { gradingEnv, newGame, publishOn, resultOf } from "../../support/grading.ts";
import { visibleText } from "../../support/pages/html.ts";
import { soon } from "../../support/soon.ts";

const app = useApp({ ...gradingEnv, TEST_RECORD_CHECK: "real" });
const path = "/record/verify";
let head = "";

beforeAll(async () => {
  const staff = await app.signedIn("superadmin");
  const game = newGame();
  await publishOn(staff, game, { pick: `${game.away} +3.5 (-110)` });
  const results = [resultOf(game)];
  expect((await staff.call("POST", "/api/results", { results, apply: true })).status).toBe(200);
  head = (await app.client().text("/record/head.txt")).trim();
});

const textAt = async (search = "") => visibleText(await app.client().text(path + search));

test("has the server's own last check, all times in one zone", async () => {
  await expect.poll(() => textAt(), soon).toMatch(/Our own last check, .+ [AP]M (\S+): Intact: \d+ entr.+ \1\./);
});

test("the server judges no head, and no copy", async () => {
  const [seq, hash, at] = head.split(" ");
  const known = await textAt(`?head=${seq}:${hash}+${at}`);
  expect(known).not.toContain("This server says");
  expect(await textAt(`?head=3:${"a".repeat(64)}`)).toBe(known);
  expect(known).toContain("this server does not vouch for itself");
  const sent = await app.client().post(path, { copy: "{}", seq: "3" });
  expect([sent.status, sent.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("the head is an answer that need not be sent twice", async () => {
  const first = await app.client().get("/record/head.txt");
  const tag = first.headers.get("etag") ?? "";
  const again = await app.client().fetch("/record/head.txt", { headers: { "If-None-Match": tag } });
  expect([tag, again.status, await again.text()]).toEqual([expect.stringMatching(/^"[\w-]{43}"$/), 304, ""]);
});

test("comes without scripts on a slow network, with a link that loads them", async () => {
  const slow = (search = "") => app.client().fetch(path + search, { headers: { "Save-Data": "on" } });
  const html = await (await slow(`?head=${head.replaceAll(" ", "+")}`)).text();
  expect([html.includes("/build/entry"), html.includes("Try to fake it")]).toEqual([false, false]);
  expect(html).toMatch(/href="\/record\/verify\?head=[^"]+&amp;scripts=1"/);
  expect(await (await slow("?scripts=1")).text()).toContain("/build/entry");
  expect(await app.client().text(path)).not.toContain("scripts=1");
});
