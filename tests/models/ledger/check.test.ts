import { describe, expect, it } from "vitest";
import { canonicalJson, hashOf } from "../../../app/models/ledger/canonical.ts";
import { checkEntry, finish } from "../../../app/models/ledger/check/check.ts";
import { figuresAt } from "../../../app/models/record/figures/record-figures.ts";
import {
  type Served,
  LedgerBuilder,
  checkOf,
  content,
  foldOf,
  lostByRule,
  muchLater,
  nextDay,
  noon,
  verdictOf,
  wonByRule,
} from "../../support/ledger.ts";

const tipOff = "2026-01-15T00:30:00.000Z";
const untimed = { time: undefined, starts_at: undefined };
const undated = { ...untimed, game_date: undefined };

/** 9 entries: begin, import, three picks, an amendment and their verdicts. */
const book = () =>
  new LedgerBuilder()
    .import("2026-01-01T00:00:00.000Z")
    .publish(noon)
    .publish(noon, { ...untimed, game_date: "2026-01-20" })
    .amend(noon, { line: "-4.5" }, 2)
    .settle(nextDay, wonByRule, 2)
    .publish(nextDay)
    .settle("2026-01-21T05:00:00.000Z", lostByRule, 3)
    .settle("2026-01-21T05:00:00.000Z", lostByRule, 4);

/** A copy in which one entry is another. */
function changed(seq: number, change: object, written = book()): LedgerBuilder {
  const entry = written.served[seq - 1];
  if (entry) Object.assign(entry, change);
  return written;
}

function textOf(entry: Served | undefined): string {
  const { hash: _hash, reveal: _reveal, ...body } = entry ?? {};
  return canonicalJson(body);
}

const moved = (served: readonly Served[], from: number, to: number) => {
  const copy = [...served];
  copy.splice(to - 1, 0, ...copy.splice(from - 1, 1));
  return copy;
};

describe("a whole chain", () => {
  it("is intact, with all that is to say of it", () => {
    const found = finish(checkOf(book().served), muchLater, book().served.at(-1));
    expect(found).toMatchObject({ verdict: "intact", entries: 9, picks: 4, broken: [], heldBack: [], rewritten: null });
    expect(found.head).toEqual({ seq: 9, hash: book().served.at(-1)?.hash, at: "2026-01-21T05:00:00.000Z" });
    expect(found.amended).toEqual([{ seq: 5, ref: "regular:2:2" }]);
    expect(found.publishedLate).toEqual([{ seq: 7, ref: "regular:4:1" }]);
  });

  it("gives the same figures as the fold", () =>
    expect(figuresAt(checkOf(book().served).state, muchLater)).toEqual(figuresAt(foldOf(book().served), muchLater)));

  it("takes the keys of an entry in any order, and no reveal", () => {
    const served = book().served.map((entry) => Object.fromEntries(Object.entries(entry).toReversed()));
    expect(verdictOf(served)).toBe("intact");
    expect(
      verdictOf(
        new LedgerBuilder().publish(noon).served.map(({ reveal: _, ...entry }) => entry),
        [],
        new Date(noon),
      ),
    ).toBe("intact");
  });
});

describe("each forgery is named by its entry", () => {
  const served = book().served;
  it.each<[string, readonly unknown[], string]>([
    ["an entry removed", served.toSpliced(4, 1), "broken 5 gap"],
    ["the first removed", served.slice(1), "broken 1 gap"],
    ["an entry doubled", [...served.slice(0, 5), ...served.slice(4)], "broken 6 gap"],
    ["two exchanged", moved(served, 5, 6), "broken 5 gap"],
    [
      "an entry inserted",
      [...served.slice(0, 4), ...new LedgerBuilder().publish(noon).served.slice(1), ...served.slice(4)],
      "broken 5 gap",
    ],
    ["nothing at all", [], "broken 1 gap"],
    ["not an entry", [...served, null], "broken 10 format"],
    ["another hash", changed(4, { hash: "0".repeat(64) }).served, "broken 4 hash"],
    [
      "a hash after another entry than the one before",
      changed(4, { hash: hashOf(served[0]?.hash ?? "", textOf(served[3])) }).served,
      "broken 4 predecessor",
    ],
    [
      "an entry changed, its hash too",
      changed(4, { at: tipOff })
        .rehash(4)
        .served.map((entry, index) => (index < 4 ? entry : (served[index] ?? entry))),
      "broken 5 hash",
    ],
    [
      "another salt",
      changed(3, { reveal: { salt: "0".repeat(64), content: content({ pick_id: 2 }) } }).served,
      "broken 3 digest",
    ],
    [
      "another content",
      changed(3, { reveal: { salt: served[2]?.reveal?.salt, content: content({ pick_id: 2, line: "-2.5" }) } }).served,
      "broken 3 digest",
    ],
    [
      "another pick's content",
      changed(3, { digest: served[3]?.digest, reveal: served[3]?.reveal }).rehash(3).served,
      "broken 3 digest",
    ],
    ["a reveal of nothing sealed", changed(6, { reveal: served[2]?.reveal }).served, "broken 6 digest"],
    ["a grade against its scores", changed(6, { outcome: "loss", units: "-1" }).rehash(6).served, "broken 6 grade"],
    ["scores against the grade", changed(6, { away_score: "120" }).rehash(6).served, "broken 6 grade"],
    ["other units", changed(6, { units: "9.1" }).rehash(6).served, "broken 6 units"],
    ["other units by hand", changed(6, { units: "9.1", by: "hand" }).rehash(6).served, "broken 6 units"],
    ["a key too many", changed(6, { note: "x" }).rehash(6).served, "broken 6 format"],
    ["a lone surrogate", changed(6, { closing_line: "\ud800" }).served, "broken 6 format"],
    [
      "time running backwards",
      changed(5, { at: "2026-01-14T16:59:59.999Z" }).rehash(5).served,
      "broken 5 order of time",
    ],
    [
      "an amendment after the start",
      new LedgerBuilder().publish(noon).amend(tipOff, { line: "3.5" }).served,
      "broken 3 amended after the start",
    ],
    [
      "an amendment after the moved start",
      new LedgerBuilder().publish(noon).amend(noon, { starts_at: nextDay }).amend(nextDay, { line: "1" }).served,
      "broken 4 amended after the start",
    ],
    [
      "an amendment after the start, also one that moves it",
      new LedgerBuilder().publish(noon).amend(tipOff, { starts_at: nextDay }).served,
      "broken 3 amended after the start",
    ],
    [
      "an amendment after its verdict, its reveal made secret again",
      changed(4, { reveal: null }, new LedgerBuilder().publish(noon).settle(noon).amend(noon, { line: "3.5" })).rehash(
        4,
      ).served,
      "broken 4 amended after its verdict, 4",
    ],
    [
      "a reveal put off after the day on which it was due",
      new LedgerBuilder()
        .publish(noon)
        .amend(noon, { game_date: "2026-02-20", starts_at: "2026-02-21T00:30:00.000Z" })
        .amend("2026-01-15T11:00:00.000Z", { game_date: "2026-03-20", starts_at: "2026-03-21T00:30:00.000Z" }).served,
      "broken 4 amended after it had to be revealed",
    ],
    [
      "an undated pick put off again",
      new LedgerBuilder().publish(noon, undated).amend("2026-02-13T17:00:00.000Z", { line: "1" }).served,
      "broken 3 amended after it had to be revealed",
    ],
    [
      "an amendment after its day",
      new LedgerBuilder().publish(noon, untimed).amend(nextDay, { line: "3.5" }).served,
      "broken 3 amended after the start",
    ],
    [
      "an amendment after it was revealed",
      new LedgerBuilder().publish(noon, undated).settle(nextDay).amend(nextDay, { line: "3.5" }).served,
      "broken 4 amended after its verdict",
    ],
    [
      "an import in the middle",
      new LedgerBuilder().publish(noon).import(noon, { pick_id: 9 }).served,
      "broken 3 import out of place",
    ],
    [
      "a second beginning",
      book().add("2026-01-22T05:00:00.000Z", "begin", "", { zone: "UTC", format: "1" }).served,
      "broken 10 predecessor",
    ],
    [
      "no beginning",
      new LedgerBuilder()
        .publish(noon)
        .served.map((entry) => ({ ...entry, seq: entry.seq - 1 }))
        .slice(1),
      "broken 1 hash",
    ],
    [
      "a pick published twice",
      new LedgerBuilder().publish(noon).publish(noon, { pick_id: 1 }).served,
      "broken 3 published twice",
    ],
    ["a verdict on nothing", new LedgerBuilder().settle(noon).served, "broken 2 predecessor"],
    [
      "two first verdicts",
      new LedgerBuilder().publish(noon).settle(nextDay).settle(nextDay).served,
      "broken 4 settled twice",
    ],
    [
      "a version left out",
      changed(5, { ref: "regular:2:3", reveal: null }).rehash(5).served,
      "broken 5 predecessor, 6 predecessor",
    ],
    [
      "an entry after a withdrawal",
      new LedgerBuilder().publish(noon).withdraw(noon).settle(nextDay).served,
      "broken 4 predecessor",
    ],
    [
      "a reveal in more than 400 days",
      changed(3, { reveal_by: "2027-02-18T17:00:00.001Z" }).rehash(3).served,
      "broken 3 format",
    ],
    [
      "a restore from elsewhere",
      book().add("2026-01-22T05:00:00.000Z", "restore", "", { from: 7 }).served,
      "broken 10 predecessor",
    ],
  ])("%s", (_, forged, expected) => {
    expect(verdictOf(forged)).toBe(expected);
  });

  it("an honest amendment, correction and restore are none", () => {
    const written = new LedgerBuilder()
      .publish(noon, untimed)
      .amend("2026-01-15T04:59:59.999Z", { line: "-4.5" })
      .settle(nextDay)
      .correct(nextDay, { odds: ["-110", "-115"] }, wonByRule, 3)
      .correct(nextDay, { verdict: ["win", ""] }, {}, 3)
      .add(nextDay, "restore", "", { from: 6 });
    const found = finish(checkOf(written.served), muchLater);
    expect(found).toMatchObject({ verdict: "intact", restored: [7], amended: [{ seq: 3 }] });
    expect(found.corrected.map(({ seq, reason }) => [seq, reason])).toEqual([
      [5, "A typing error."],
      [6, "A typing error."],
    ]);
  });
});

it("the head that was served must be the last entry's", () => {
  const check = checkOf(book().served.slice(0, 8));
  const [eighth, ninth] = book().served.slice(7);
  const reasons = [eighth, ninth, { seq: 8, hash: "0".repeat(64) }].map(
    (head) => finish(check, muchLater, head).broken,
  );
  expect(reasons).toEqual([[], [{ seq: 9, reason: "gap" }], [{ seq: 8, reason: "hash" }]]);
});

it("goes on where it stopped reading, page by page", () => {
  const check = checkOf(book().served.slice(0, 4));
  book()
    .served.slice(4)
    .forEach((entry) => checkEntry(check, entry));
  expect(finish(check, muchLater)).toEqual(finish(checkOf(book().served), muchLater));
});
