/** A record of before the rules: what its server could write stays valid, and from the migration on all rules apply. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkLedger } from "../../app/models/ledger/chain/check-tables.server.ts";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { findingsText } from "../../app/models/ledger/check/check-text.ts";
import { createBefore } from "../support/database/before-migration.ts";
import { copyMigrated } from "../support/database/migrated.ts";
import { rewriteLedger } from "../support/database/ledger-rows.ts";
import { LedgerBuilder, lostByRule, nextDay, noon } from "../support/ledger.ts";

const migration = "20261127_0200_rules_of_the_record";
const morning = "2026-01-14T13:00:00.000Z";
const parlay = { market: undefined, side: undefined, line: undefined, pick: "Celtics and Over", odds: 250 } as const;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simline-rules-"));
  path = join(folder, "data", "test.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const wonByHand = { outcome: "win", by: "hand", units: "2.5", closing_line: "-4.5" } as const;

/** Entries 4 to 6 name units of the table, where people had typed others, and no closing line that had not changed there. */
const earlier = () =>
  new LedgerBuilder()
    .publish(noon, parlay)
    .settle(nextDay, wonByHand)
    .correct(
      nextDay,
      { verdict: ["win", "loss"], units_result: ["7", "-7"] },
      { ...wonByHand, outcome: "loss", units: "-1" },
    )
    .correct(nextDay, { verdict: ["loss", ""], units_result: ["-7", ""] })
    .correct(nextDay, { verdict: ["", "win"], units_result: ["", "9"] }, wonByHand)
    .publish(nextDay);

async function upgraded(book: LedgerBuilder) {
  await createBefore(migration, path);
  await rewriteLedger(path, book.served);
  await migrate(path);
  return checked();
}

async function checked() {
  const { db, sqlite } = openDatabase(path);
  const { findings } = await checkLedger(db, new Date());
  const last = sqlite.prepare<[], { body: string }>("select body from ledger order by seq desc limit 1").get();
  sqlite.close();
  return { findings, last: JSON.parse(last?.body ?? "null") };
}

describe("a record of an earlier version", () => {
  it("stays intact: its own corrections are named, and all rules apply from the entry of the migration on", async () => {
    const { findings, last } = await upgraded(earlier());
    expect(findings).toMatchObject({ verdict: "intact", broken: [], restored: [], rulesFrom: 8 });
    expect(findings.unnamed.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    expect(last).toMatchObject({
      type: "restore",
      seq: 8,
      from: 7,
      ref: "",
      lost: expect.stringMatching(/^7:[0-9a-f]{64}$/),
    });
    expect(findingsText(findings, "UTC").slice(-2)).toEqual([
      "Corrected by an earlier version, which did not list everything: 3 (entries 4, 5, 6).",
      "An earlier version of the program wrote the entries before 8. From there on, each correction must list everything it changes.",
    ]);
  });

  it("a verdict there may be about a version that a start of later made count", async () => {
    const book = new LedgerBuilder()
      .publish("2026-01-13T18:00:00.000Z", { time: undefined, starts_at: undefined })
      .amend(morning, { line: "3.5", side: "away", pick: "Lakers +3.5", starts_at: "2026-01-15T00:30:00.000Z" })
      .settle(nextDay, lostByRule);
    Object.assign(book.served[3] ?? {}, { outcome: "win", units: "0.91" });
    const { findings } = await upgraded(book.rehash());
    expect(findings).toMatchObject({ verdict: "intact", broken: [] });
  });

  it("but no verdict there was changed without its name or a reason", async () => {
    const unnamed = new LedgerBuilder()
      .publish(noon)
      .settle(nextDay, lostByRule)
      .add(nextDay, "correct", "regular:1:1", {
        changes: { closing_line: ["", "-4"] },
        outcome: "win",
        by: "hand",
        closing_line: "-4",
      });
    expect((await upgraded(unnamed)).findings.broken).toEqual([{ seq: 4, reason: "a change that isn't named" }]);
  });
});

it("a correction of later is broken, whatever was excused before it", async () => {
  await upgraded(earlier());
  const { sqlite } = openDatabase(path);
  const entries = sqlite
    .prepare<[], { body: string; hash: string }>("select body, hash from ledger order by seq")
    .all();
  sqlite.close();
  const book = earlier();
  const marker = entries.at(-1);
  book.served.push({ ...JSON.parse(marker?.body ?? ""), hash: marker?.hash, reveal: null });
  book.add(marker === undefined ? "" : JSON.parse(marker.body).at, "correct", "regular:1:1", {
    changes: { units_result: ["7", "8"] },
    reason: "Typed wrong.",
    outcome: "win",
    by: "hand",
    units: "2.4",
    closing_line: "-4.5",
  });
  await rewriteLedger(path, book.served);
  const { findings } = await checked();
  expect(findings.broken).toEqual([{ seq: 9, reason: "a change that isn't named" }]);
  expect(findings.unnamed.map(({ seq }) => seq)).toEqual([4, 5, 6]);
});

it("a new record has no such entry: all rules apply from the first one on", async () => {
  await createBefore(migration, path);
  await migrate(path);
  const { db, sqlite } = openDatabase(path);
  const { entries } = await db.selectFrom("ledger").select(db.fn.countAll().as("entries")).executeTakeFirstOrThrow();
  sqlite.close();
  expect(entries).toBe(0);
  const other = join(folder, "data", "new.db");
  copyMigrated(other);
  await rewriteLedger(other, earlier().served);
  path = other;
  const { findings } = await checked();
  expect([findings.rulesFrom, findings.broken.map(({ seq }) => seq)]).toEqual([null, [4, 5, 6]]);
});
