/** Whatever is done to picks, the tables and the ledger say the same, and the kept figures are those of the ledger. */
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { checkLedger } from "../../../app/models/ledger/chain/check-tables.server.ts";
import { readEntries, readStored } from "../../../app/models/ledger/chain/pick-history.server.ts";
import { figuresAt } from "../../../app/models/record/figures/record-figures.ts";
import { foldEntry, newLedger } from "../../../app/models/ledger/fold.ts";
import { cachedFigures } from "../../../app/models/record/cache/cached-record.server.ts";
import { postResults } from "../../../app/models/grading/results-api.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { startLedger } from "../../../db/start-ledger.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const noon = Date.parse("2026-11-20T17:00:00.000Z");
const hour = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: noon }));
afterEach(() => void vi.useRealTimers());

beforeAll(() => startLedger(env.DATABASE));

const pieces = {
  pick: fc.constantFrom("Knicks +2.5", "Knicks ML", "Over 220.5", "A prop of somebody", "Celtics -2.25 (-105)"),
  time: fc.constantFrom("7:30 PM", "1:00 PM", ""),
  game_date: fc.constantFrom("11/20/2026", "11/21/2026", ""),
  odds: fc.constantFrom("-110", "+135", ""),
  unit_size: fc.constantFrom("1", "1.5", "0.25"),
  verdict: fc.constantFrom("", "win", "loss", "push", "void"),
  closing_line: fc.constantFrom("", "+1.5", "221"),
  book: fc.constantFrom("", "A Book"),
};
const changes = fc.record(pieces, { requiredKeys: [] });
const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const), pro: fc.boolean(), draft: fc.boolean(), changes }),
  fc.record({
    do: fc.constant("save" as const),
    which: fc.nat(5),
    changes,
    reason: fc.constantFrom("", "A typing error."),
  }),
  fc.record({ do: fc.constant("publish" as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant("delete" as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant("result" as const), home: fc.nat(130), reason: fc.constantFrom("", "A correction.") }),
  fc.record({ do: fc.constant("wait" as const), hours: fc.nat(40) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(each: Step): Promise<void> {
  const rows = await db.selectFrom("picks").selectAll().orderBy("id").execute();
  const row = "which" in each ? rows[each.which % Math.max(1, rows.length)] : undefined;
  const own = row?.stream === "pro" ? proPicks : regularPicks;
  if (each.do === "wait") vi.setSystemTime(Date.now() + each.hours * hour);
  if (each.do === "add")
    await (each.pro ? proPicks : regularPicks).addPick(admin, pickFields({ ...each.changes, draft: each.draft }));
  if (each.do === "save" && row) await own.savePick(admin, { id: row.id, ...each.changes, reason: each.reason });
  if (each.do === "publish" && row) await own.publishDraft(admin, { id: row.id });
  if (each.do === "delete" && row) await own.deletePick(admin, { id: row.id });
  if (each.do === "result") {
    const result = {
      sport: "NBA",
      game_date: "11/20/2026",
      away: "Boston Celtics",
      home: "New York Knicks",
      away_score: 104,
    };
    await postResults(admin, { results: [{ ...result, home_score: each.home }], apply: true, reason: each.reason });
  }
}

const orRefused = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error;
};

/** Folded anew. */
async function figuresOfLedger() {
  const state = newLedger();
  for (const stored of await readEntries(db, 0, 100_000)) {
    const { entry, reveal } = readStored(stored);
    foldEntry(state, entry, reveal);
  }
  return figuresAt(state, new Date());
}

/** A time after everything here, and after the entry that began this database. */
const later = new Date(Math.max(Date.now(), Date.parse("2027-01-01T00:00:00.000Z")));

it("after any operations the chain is whole, and the tables equal it", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      vi.setSystemTime(noon);
      for (const each of steps) {
        await take(each).catch(orRefused);
        await cachedFigures(new Date());
      }
      expect(await cachedFigures(new Date())).toEqual(await figuresOfLedger());
      const { findings, differences } = await checkLedger(db, later);
      expect({ verdict: findings.verdict, broken: findings.broken, differences }).toEqual({
        verdict: "intact",
        broken: [],
        differences: [],
      });
    }),
    { numRuns: 60 },
  );
});
