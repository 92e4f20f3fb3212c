/** The public record as data: figures, entries and head, for everybody. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { figuresAt } from "../../../app/models/record/figures/record-figures.ts";
import { futureDate } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { type Served, checkOf, foldOf, verdictOf } from "../../support/ledger.ts";
import { finish } from "../../../app/models/ledger/check/check.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const path = "/api/record";
const tomorrow = { game_date: futureDate(1), pick: "Knicks +2.5 (-110)", unit_size: "1" };
let staff: Client;

/** A visitor at an address of its own. */
const from =
  (address: string) =>
  (at: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    app.client().fetch(at, { headers: { "X-Forwarded-For": address, ...headers } });
const read = from("198.51.100.1");

async function ledger(limit = 500): Promise<{ head: { seq: number; hash: string; at: string }; entries: Served[] }> {
  const entries: Served[] = [];
  for (;;) {
    const page = await (await read(`${path}/ledger?after=${entries.length}&limit=${limit}`)).json();
    entries.push(...page.entries);
    if (page.entries.length < limit) return { head: page.head, entries };
  }
}

const settle = async (id: number, verdict: string) =>
  expect((await staff.call("PUT", `/api/picks/${id}`, { verdict })).status).toBe(200);

beforeEach(async () => {
  await app.reset();
  staff = await app.signedIn("superadmin");
  for (const [index, verdict] of ["win", "win", "loss", "push", "void"].entries()) {
    const id = await publish(staff, { ...tomorrow, game: `Team ${index} @ New York Knicks` });
    await settle(id, verdict);
  }
  const unpriced = await publish(staff, { ...tomorrow, pick: "Knicks +2.5", game: "Utah Jazz @ New York Knicks" });
  await settle(unpriced, "loss");
  await publish(staff, { ...tomorrow, game_date: futureDate(-2) });
  await publish(staff, { ...tomorrow, game: "Miami Heat @ New York Knicks" }, "/api/propicks");
});

test("says what the ledger says, in the units of the contract", async () => {
  const answer = await read(path);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      wins: 2,
      losses: 1,
      pushes: 1,
      voids: 1,
      units_won: 0.82,
      roi_percent: 27.33,
      win_percent: 66.67,
      interval: [20.77, 93.85],
      break_even_percent: 52.38,
      clv: { points: { mean: null, bets: 0 }, percent: { mean: null, bets: 0 } },
      not_counted: {
        "from before the ledger": 0,
        "withdrawn before the start": 0,
        "no start time": 0,
        "withdrawn, never had a start": 0,
        "published after the start": 1,
        "no price": 1,
      },
      by_hand: 5,
      moved: 0,
      not_graded: 0,
      not_revealed: 0,
      open: 0,
      sealed: 1,
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
    },
  ]);
});

test("serves every entry, page by page, as anybody can check them", async () => {
  const { head, entries } = await ledger(3);
  expect(entries.length).toBe(head.seq);
  expect(verdictOf(entries, [], new Date())).toBe("intact");
  expect(entries.at(-1)?.hash).toBe(head.hash);
  const now = new Date();
  expect(finish(checkOf(entries, [], now), now, head).verdict).toBe("intact");
  const { wins, losses, units_won, sealed } = figuresAt(foldOf(entries), new Date());
  expect(await (await read(path)).json()).toMatchObject({ wins, losses, units_won, sealed });
  expect(await (await read("/record/head.txt")).text()).toBe(`${head.seq} ${head.hash} ${head.at}\n`);
  expect((await read("/record/head.txt")).headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
});

test("reveals a pick when it is settled, and its entries not before", async () => {
  const id = await publish(staff, { ...tomorrow, game: "Chicago Bulls @ New York Knicks" });
  const own = async () => (await ledger()).entries.filter(({ ref }) => String(ref).startsWith(`regular:${id}:`));
  const [sealed] = await own();
  expect(sealed).toEqual({
    seq: expect.any(Number),
    at: expect.any(String),
    type: "publish",
    ref: `regular:${id}:1`,
    digest: expect.any(String),
    reveal_by: expect.any(String),
    hash: expect.any(String),
    reveal: null,
  });
  await settle(id, "win");
  const [revealed, settled] = await own();
  expect(revealed?.reveal?.content).toMatchObject({ game: "Chicago Bulls @ New York Knicks", odds: -110 });
  expect(settled).toMatchObject({ type: "settle", outcome: "win", units: "0.91", by: "hand", reveal: null });
});

describe("ETags", () => {
  test("of the record: of its bytes", async () => {
    const first = await read(path);
    const tag = first.headers.get("ETag") ?? "";
    const known = (of: string) => read(path, { "If-None-Match": of });
    expect([tag.length, (await known(tag)).status, await (await known(tag)).text()]).toEqual([45, 304, ""]);
    const id = await publish(staff, { ...tomorrow, game: "Dallas Mavericks @ New York Knicks" });
    expect((await known(tag)).status).toBe(200);
    await settle(id, "win");
    expect((await known(tag)).status).toBe(200);
  });

  test("of a page of the ledger: of the head and the reveals in it", async () => {
    const tagOf = async (query: string) => (await read(`${path}/ledger?${query}`)).headers.get("ETag");
    const { head, entries } = await ledger();
    const reveals = entries.filter(({ reveal }) => reveal !== null).length;
    expect(await tagOf("")).toBe(`"${head.seq}-${head.hash.slice(0, 16)}-${reveals}"`);
    expect(await tagOf("limit=1")).toBe(`"${head.seq}-${head.hash.slice(0, 16)}-0"`);
    const tag = (await tagOf("")) ?? "";
    expect((await read(`${path}/ledger`, { "If-None-Match": tag })).status).toBe(304);
  });
});

test.each(["after=-1", "after=x", "after=1.5", "limit=0", "limit=501", "limit=", "after=9007199254740993"])(
  "refuses ?%s",
  async (query) => {
    const answer = await read(`${path}/ledger?${query}`);
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [query.split("=")[0]]]);
  },
);

test("beyond the head there is nothing", async () => {
  const answer = await read(`${path}/ledger?after=100000`);
  expect([answer.status, (await answer.json()).entries]).toEqual([200, []]);
});

test("takes 120 calls a minute from an address, and says when to come again", async () => {
  const callMany = async (address: string) => {
    const [busy, statuses, waits]: [ReturnType<typeof from>, number[], number[]] = [from(address), [], []];
    for (let count = 0; count < 123; count += 1) {
      const { status, headers } = await busy([path, `${path}/ledger?limit=1`, "/record/head.txt"][count % 3] ?? path);
      statuses.push(status);
      if (status === 429) waits.push(Number(headers.get("Retry-After")));
    }
    return { statuses, waits };
  };
  let { statuses, waits } = await callMany("198.51.100.2");
  // The server's minute ended in between: the next one is long enough.
  if (waits.length < 3) ({ statuses, waits } = await callMany("198.51.100.4"));
  expect(statuses).toEqual([...Array<number>(120).fill(200), 429, 429, 429]);
  expect(waits.every((seconds) => seconds > 0 && seconds <= 60)).toBe(true);
  expect((await from("198.51.100.3")(path)).status).toBe(200);
});

describe("with PUBLIC_RECORD=0", () => {
  const closed = useApp({ PUBLIC_RECORD: "0" });

  test("is for members", async () => {
    const [visitor, member] = [closed.client(), await closed.signedIn("user")];
    const statuses = async (client: Client) =>
      Promise.all([path, `${path}/ledger`, "/record/head.txt"].map(async (at) => (await client.get(at)).status));
    expect([await statuses(visitor), await statuses(member)]).toEqual([
      [401, 401, 302],
      [200, 200, 200],
    ]);
  });
});
