/** What the record keeps of each pick says the same as the whole ledger, also after it was saved and read again. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, writeInTurn } from "../../../app/db.server.ts";
import { canonicalJson } from "../../../app/models/ledger/canonical.ts";
import { readHead } from "../../../app/models/ledger/chain/append.server.ts";
import { cachedFigures } from "../../../app/models/record/cache/cached-record.server.ts";
import { keptPicks } from "../../../app/models/record/cache/kept-picks.server.ts";
import { packed, unpacked } from "../../../app/models/record/cache/packed-picks.ts";
import { type PicksAtHead, readSavedPicks, savePicks } from "../../../app/models/record/cache/saved-picks.server.ts";
import { standingsOf } from "../../../app/models/record/figures/pick-standing.ts";
import { figuresAt } from "../../../app/models/record/figures/record-figures.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";
import { type Served, LedgerBuilder, foldOf, muchLater, nextDay, noon, wonByRule } from "../../support/ledger.ts";
import { chains, moments } from "../../support/ledger-chains.ts";
import { soon } from "../../support/soon.ts";

beforeEach(async () => {
  await forgetLedger({ db });
  await db.deleteFrom("record_cache").execute();
  await db.deleteFrom("record_cache_pages").execute();
});
afterEach(() => void vi.resetModules());

async function write(served: readonly Served[]): Promise<void> {
  await writeInTurn("ledger", async (trx) => {
    for (const { hash, reveal, ...entry } of served) {
      const { seq, at, type, ref } = entry;
      await trx
        .insertInto("ledger")
        .values({ seq, at, type: typeOf(type), ref: String(ref), body: canonicalJson(entry), hash })
        .execute();
      if (reveal)
        await trx
          .insertInto("reveals")
          .values({ entry: seq, salt: reveal.salt, content: canonicalJson(reveal.content) })
          .execute();
    }
  });
}

function typeOf(type: unknown) {
  const types = ["begin", "publish", "amend", "withdraw", "settle", "correct"] as const;
  return types.find((one) => one === type) ?? "restore";
}

/** Many wins, more than a page of them. */
function wins(count: number): LedgerBuilder {
  const book = new LedgerBuilder();
  for (let id = 1; id <= count; id += 1) book.publish(noon);
  for (let id = 1; id <= count; id += 1) book.settle(nextDay, wonByRule, id);
  return book;
}

async function kept(): Promise<PicksAtHead> {
  return keptPicks(await readHead(db));
}

/** As a server that was just started counts them. */
async function figuresAfterStart() {
  vi.resetModules();
  const { cachedFigures: figures } = await import("../../../app/models/record/cache/cached-record.server.ts");
  return figures(muchLater);
}

const figuresOf = ({ served }: LedgerBuilder) => figuresAt(foldOf(served), muchLater);

describe("what is kept of each pick", () => {
  it("gives the figures of the whole ledger after each entry, whenever they are asked for", { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(chains, moments, moments, async (served, one, other) => {
        await forgetLedger({ db });
        for (const [index, entry] of served.entries()) {
          await write([entry]);
          for (const now of [one, other])
            expect(await cachedFigures(now)).toEqual(figuresAt(foldOf(served.slice(0, index + 1)), now));
        }
      }),
      { numRuns: 25 },
    ),
  );

  it("is the same after it was written down", () =>
    fc.assert(
      fc.property(chains, (served) => {
        const picks = standingsOf(foldOf(served));
        expect(unpacked(JSON.parse(JSON.stringify(packed(picks))))).toEqual(picks);
      }),
    ));

  // Another program must not read what this one wrote as something else: count up the format in saved-picks.server.ts.
  it("is written down in the form of its format", () => {
    const picks = standingsOf(foldOf(new LedgerBuilder().publish(noon).publish(noon).settle(nextDay).served));
    expect(packed(picks)).toEqual({
      seq: { values: [2, 3], indexes: [0, 1] },
      stream: { values: ["regular"], indexes: [0, 0] },
      pick_id: { values: [1, 2], indexes: [0, 1] },
      sport: { values: ["NBA"], indexes: [0, 0] },
      market: { values: ["spread"], indexes: [0, 0] },
      revealedFrom: { values: ["2026-01-15T00:30:00.000Z"], indexes: [0, 0] },
      dueAt: { values: ["2026-01-22T11:00:00.000Z"], indexes: [0, 0] },
      notCounted: { values: [null], indexes: [0, 0] },
      withheld: { values: [null], indexes: [0, 0] },
      isGraded: { values: [true, false], indexes: [0, 1] },
      largestStake: { values: [1], indexes: [0, 0] },
      fate: { values: ["win", "open"], indexes: [0, 1] },
      notes: { values: [[]], indexes: [0, 0] },
      changedAt: { values: [1768453200000, 0], indexes: [0, 1] },
      heldBackFrom: { values: [null], indexes: [0, 0] },
      at: { values: ["2026-01-15T00:30:00.000Z"], indexes: [0, 0] },
      date: { values: ["2026-01-14"], indexes: [0, 0] },
      outcome: { values: ["win", "loss"], indexes: [0, 1] },
      units: { values: [0.91, -1], indexes: [0, 1] },
      flat: { values: [0.91, -1], indexes: [0, 1] },
      stake: { values: [1], indexes: [0, 0] },
      odds: { values: [-110], indexes: [0, 0] },
      confidence: { values: [61.5], indexes: [0, 0] },
      by: { values: ["rule", "time"], indexes: [0, 1] },
      closing: { values: [null], indexes: [0, 0] },
    });
  });
});

/** The texts of the file and of all that it imports, except types. */
function codeOf(path: string, seen = new Map<string, string>()): string[] {
  if (seen.has(path)) return [];
  const text = readFileSync(path, "utf8");
  seen.set(path, text);
  for (const [, from = ""] of text.matchAll(/^(?:import|\}) (?!type\b)[^;]*?from "(\.[^"]+)";/gm))
    codeOf(join(dirname(path), from), seen);
  return Array.from(seen, ([name, code]) => `${name}\n${code}`).sort();
}

// A saved pick stands as the rules of its time said.
it("the code of the rules is that of the format", () => {
  const code = codeOf("app/models/record/figures/pick-standing.ts");
  expect(code.length).toBeGreaterThan(10);
  const digest = createHash("sha256").update(code.join("\n")).digest("hex").slice(0, 16);
  expect(
    digest,
    "If a rule of the record changed, count up `format` in saved-picks.server.ts. Then write the new digest here.",
  ).toBe("61af62808b9e830e");
});

describe("what is saved", () => {
  it("is what is kept, and the next start uses it", async () => {
    const book = wins(251);
    await write(book.served);
    const picks = await kept();
    await savePicks(picks, []);
    expect(await readSavedPicks()).toEqual(picks);
    // Only what is saved says this.
    await savePicks({ ...picks, picks: picks.picks.map((pick) => ({ ...pick, units: 2 })) }, []);
    expect((await figuresAfterStart()).units_won).toBe(502);
  });

  it("is completed by the entries after its head", async () => {
    const book = wins(251);
    await write(book.served);
    await savePicks(await kept(), []);
    const { length } = book.served;
    book.publish(nextDay).settle(nextDay, wonByRule, 252).withdraw(nextDay, 3);
    await write(book.served.slice(length));
    expect(await figuresAfterStart()).toEqual(figuresOf(book));
  });

  it("is completed when the server stopped before the head was saved", async () => {
    const book = wins(249);
    await write(book.served);
    const before = await kept();
    await savePicks(before, []);
    const head = await db.selectFrom("record_cache").selectAll().executeTakeFirstOrThrow();
    const { length } = book.served;
    for (const id of [250, 251]) book.publish(nextDay).settle(nextDay, wonByRule, id);
    await write(book.served.slice(length));
    await savePicks(await kept(), before.picks);
    await db.updateTable("record_cache").set(head).execute();
    expect(await figuresAfterStart()).toEqual(figuresOf(book));
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "its head is not in the ledger",
      () =>
        db
          .updateTable("record_cache")
          .set({ hash: "0".repeat(64) })
          .execute(),
    ],
    ["another version of the program wrote it", () => db.updateTable("record_cache").set({ format: 0 }).execute()],
    ["a page is gone", () => db.deleteFrom("record_cache_pages").where("page", "=", 1).execute()],
    ["a page is not as it was written", () => db.updateTable("record_cache_pages").set({ picks: "[]" }).execute()],
  ])("is thrown away when %s", async (_, spoil) => {
    const book = wins(251);
    await write(book.served);
    const picks = await kept();
    await savePicks({ ...picks, picks: picks.picks.map((pick) => ({ ...pick, units: 2 })) }, []);
    await spoil();
    expect(await figuresAfterStart()).toEqual(figuresOf(book));
  });

  it("is never replaced by what another process read before", async () => {
    const book = wins(3);
    await write(book.served);
    const older = await kept();
    book.settle(nextDay, wonByRule, 1).withdraw(nextDay, 2);
    await write(book.served.slice(-2));
    const newer = await kept();
    await savePicks(newer, []);
    await savePicks(older, []);
    expect(await readSavedPicks()).toEqual(newer);
  });

  it("is saved in the background, once many entries are new", async () => {
    await write(wins(260).served);
    const picks = await kept();
    await expect.poll(() => readSavedPicks(), soon).toEqual(picks);
  });
});
