import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let member: Client;
let ids: number[];
beforeAll(async () => {
  const staff = await app.signedIn("superadmin");
  ids = [];
  for (let index = 0; index < 12; index += 1)
    ids.push(await publish(staff, { sport: index % 3 === 0 ? "MLB" : "NBA", verdict: index % 2 === 0 ? "" : "✅" }));
  await publish(staff, {}, "/api/propicks");
  member = await app.signedIn("user");
});

test("the list is an array of this stream only, newest first", async () => {
  expect(await idsAt("/api/picks")).toEqual([...ids].reverse());
  expect(await idsAt("/api/propicks")).toHaveLength(1);
});

test("the Link headers lead through the whole list once, with the filters kept", async () => {
  const seen: number[] = [];
  let path: string | null = "/api/picks?limit=5&status=open&sport=NBA";
  let pages = 0;
  while (path !== null && pages < 10) {
    const answer: Response = await member.call("GET", path);
    const rows: { id: number; verdict: string; sport: string }[] = await answer.json();
    expect(rows.every((row) => row.verdict === "" && row.sport === "NBA")).toBe(true);
    seen.push(...rows.map((row) => row.id));
    path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? null;
    pages += 1;
  }
  expect(seen).toEqual([...ids].reverse().filter((_, index) => (11 - index) % 2 === 0 && (11 - index) % 3 !== 0));
});

test("a list that ends exactly at the limit has no next page", async () => {
  expect((await member.call("GET", "/api/picks?limit=12")).headers.get("link")).toBeNull();
  expect((await member.call("GET", "/api/picks?limit=11")).headers.get("link")).toBe(
    `</api/picks?limit=11&before=${ids[1]}>; rel="next"`,
  );
});

test("without a limit a page has 100 rows", async () => {
  const now = new Date().toISOString();
  const row = {
    stream: "pro",
    game: "",
    game_date: "",
    time: "",
    pick: "",
    sport: "NBA",
    tag: "Manual Edge",
    unit_size: 1,
    verdict: "",
    closing_line: "",
    beat_clv: "",
    created_at: now,
    published_at: now,
  } as const;
  await app.db
    .insertInto("picks")
    .values(Array.from({ length: 520 }, () => row))
    .execute();
  expect(await idsAt("/api/propicks")).toHaveLength(100);
  expect(await idsAt("/api/propicks?limit=500")).toHaveLength(500);
});

test.each([
  "limit=0",
  "limit=501",
  "limit=-1",
  "limit=abc",
  "limit=1.5",
  "limit=",
  "before=abc",
  "before=-1",
  "before=1.5",
  "status=any",
  "sport=Chess",
  "sport=%00",
  `limit=${"9".repeat(200)}`,
])("?%s is refused with 400 and the field named", async (query) => {
  const answer = await member.call("GET", `/api/picks?${query}`);
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [query.split("=")[0]]]);
});

test("more than a hundred parameters are refused", async () => {
  const answer = await member.call(
    "GET",
    `/api/picks?${Array.from({ length: 101 }, (_, index) => `a${index}=1`).join("&")}`,
  );
  expect([answer.status, Object.keys(await answer.json())]).toEqual([400, ["error"]]);
});

test("unknown parameters are ignored", async () => {
  expect((await member.call("GET", "/api/picks?__proto__=1&constructor=2&order=id%20desc--")).status).toBe(200);
});

test("status selects open or settled picks, and before bounds the list", async () => {
  expect(await idsAt("/api/picks?status=settled")).toEqual(
    [...ids].reverse().filter((_, index) => (11 - index) % 2 === 1),
  );
  expect(await idsAt(`/api/picks?before=${ids[2]}`)).toEqual([ids[1], ids[0]]);
  expect(await idsAt("/api/picks?before=1")).toEqual([]);
  expect(await idsAt("/api/picks?sport=UFC")).toEqual([]);
});

async function idsAt(path: string): Promise<number[]> {
  const rows: { id: number }[] = await (await member.call("GET", path)).json();
  return rows.map((row) => row.id);
}
