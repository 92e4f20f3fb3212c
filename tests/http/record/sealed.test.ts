/**
 * What is sealed stays so: two servers whose picks differ in everything but the game's date answer everybody who is no
 * member with the same bytes, in every state of those picks. What differs by chance (times, hashes, nonces) is masked.
 */
import { beforeAll, expect, test, vi } from "vitest";
import type { App, Client } from "../../support/app/app.ts";
import { builtRoutes, dataOf } from "../../support/app/built-routes.ts";
import { createUser, futureDate } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";
import { soon } from "../../support/soon.ts";

const apps = [useApp(() => ({})), useApp(() => ({}))] as const;
const game_date = futureDate(2);

const short = {
  game: "Axolotls @ Narwhals",
  pick: "Narwhals -3.5 (-110)",
  sport: "NBA",
  tag: "SIM CERTIFIED",
  time: "1 PM ET",
  book: "Wombook",
  playable_to: "-4.5",
  sim_confidence: "61",
  unit_size: "1",
  external_id: "a",
};
const long = {
  game: "Northern Pangolins of the Longest Name in the League @ Southern Capybaras of Another Very Long One",
  pick: "Over 221.5",
  sport: "UFC",
  tag: "Manual Edge",
  time: "11:45 PM ET",
  book: "",
  playable_to: "",
  sim_confidence: "",
  unit_size: "4.75",
  external_id: "",
  market: "",
  game_external_id: "zebu-1",
};
const words = ["axolotl", "narwhal", "wombook", "pangolin", "capybara", "zebu", "221.5", "61%", "4.75"];
// The first is published first everywhere, and starts first on one server alone.
const picksOf = [
  [short, long],
  [long, short],
] as const;

let editors: Client[] = [];
let readers: Record<"visitor" | "lapsed" | "waiting", Client>[] = [];
let ids: number[][] = [];

/** Every page, file and call of the build, as such and as data. */
const addresses = builtRoutes().flatMap(({ id, path }) => {
  const filled = path
    .replace(/\$(id|\w*pick_id)\b/g, "1")
    .replace("$ref", "regular:1")
    .replace(/\$\w*/g, "x");
  return [filled, dataOf(filled, id)];
});

const inBoth = <R>(run: (app: App, index: number) => Promise<R>): Promise<R[]> => Promise.all(apps.map(run));

async function member(app: App, email: string, changes: object): Promise<Client> {
  const { id } = await createUser(app.db, { email });
  const client = app.client();
  await client.signIn(email);
  await app.db.updateTable("users").set(changes).where("id", "=", id).execute();
  return client;
}

beforeAll(async () => {
  // A page says when the record was checked, soon after the start.
  await inBoth((app) => vi.waitUntil(() => app.db.selectFrom("last_check").select("at").executeTakeFirst(), soon));
  editors = await inBoth(async (app) => {
    await createUser(app.db, { email: "editor@example.test", role: "superadmin" });
    const client = app.client();
    await client.signIn("editor@example.test");
    return client;
  });
  readers = await inBoth(async (app) => ({
    visitor: app.client(),
    lapsed: await member(app, "lapsed@example.test", { access_until: "2026-01-02T03:04:05.000Z" }),
    waiting: await member(app, "waiting@example.test", { payment_review: "waiting" }),
  }));
});

/** Status, headers and body, of the same length. */
async function answerTo(client: Client, address: string): Promise<string> {
  // Packed, even a nonce changes the length.
  const answer = await client.fetch(address, { headers: { "Accept-Encoding": "identity" } });
  const headers = [...answer.headers].filter(([name]) => !["date", "set-cookie", "x-request-id"].includes(name));
  return masked(`${answer.status}\n${headers.map((header) => header.join(": ")).join("\n")}\n\n${await answer.text()}`);
}

function masked(text: string): string {
  return (
    text
      .replaceAll(/(?<=nonce[=-]"?)[\w+/=-]+/g, "x")
      .replaceAll(/127\.0\.0\.1:\d+/g, "host")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => "T".repeat(time.length))
      // A minute may end between the two answers.
      .replaceAll(/[A-Z][a-z]+ \d+, \d{4}, \d+:\d\d [AP]M/g, "written time")
      .replaceAll(/[0-9a-f]{16,}|[\w-]{20,}={0,2}/g, (secret) => "x".repeat(secret.length))
  );
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at === -1 ? "" : `"${one.slice(at - 20, at + 60)}" "${other.slice(at - 20, at + 60)}"`;
}

async function expectNothing(state: string, names: readonly (keyof (typeof readers)[number])[]): Promise<void> {
  const differing: string[] = [];
  for (const name of names)
    for (const address of addresses) {
      const [one = "", other = ""] = await inBoth((_, index) => {
        const client = readers[index]?.[name];
        if (client === undefined) throw new Error("There is a reader for each server.");
        return answerTo(client, address);
      });
      const said = words.filter((word) => `${one}${other}`.toLowerCase().includes(word));
      if (one !== other || said.length > 0)
        differing.push([name, address, ...said, firstDifference(one, other)].join(" "));
    }
  expect(differing, state).toEqual([]);
}

test(
  "drafts, published picks of both streams, amended and withdrawn ones say nothing",
  { timeout: 240_000 },
  async () => {
    expect(addresses.length).toBeGreaterThan(200);
    ids = await inBoth(async (_, index) => {
      const [editor, picks] = [editors[index], picksOf[index]];
      if (!editor || !picks) throw new Error("There are two servers.");
      const published: number[] = [];
      for (const path of ["/api/picks", "/api/propicks"])
        for (const pick of picks) published.push(await publish(editor, { ...pick, game_date }, path));
      await publish(editor, { ...picks[0], pick: "Under 9", external_id: "", game_date, draft: true });
      return published;
    });
    await expectNothing("published", ["visitor", "lapsed", "waiting"]);

    await inBoth(async (_, index) => {
      const changes =
        index === 0 ? { book: "Zebubook", unit_size: "2" } : { pick: "Under 230", sport: "MLB", odds: "-105" };
      expect((await editors[index]?.call("PUT", `/api/picks/${ids[index]?.[0]}`, changes))?.status).toBe(200);
    });
    await expectNothing("amended", ["visitor"]);

    await inBoth(async (_, index) => {
      expect((await editors[index]?.call("DELETE", `/api/picks/${ids[index]?.[1]}`))?.status).toBe(200);
    });
    await expectNothing("withdrawn", ["visitor"]);
  },
);
