import { describe, expect, it } from "vitest";
import { recordStatusOf } from "../../../app/models/ledger/record-status.ts";
import { LedgerBuilder, foldOf, lostByRule, muchLater, nextDay, noon, wonByRule } from "../../support/ledger.ts";

const later = muchLater.toISOString();
const morning = "2026-01-14T13:00:00.000Z";
const theDayBefore = "2026-01-13T18:00:00.000Z";
const tipOff = "2026-01-15T00:30:00.000Z";
/** A quarter past the tip-off. */
const during = "2026-01-15T00:45:00.000Z";
const undated = { game_date: undefined, time: undefined, starts_at: undefined };
const untimed = { time: undefined, starts_at: undefined };
const lakers = { side: "away", line: "3.5", odds: 100, pick: "Lakers +3.5" } as const;

/** "win 0.91", "loss -1 not graded", "open", "no price": of the first pick. */
function status(book: LedgerBuilder, now = later): string {
  const state = foldOf(book.served);
  const [history] = state.histories.values();
  if (history === undefined) return "none";
  const found = recordStatusOf(state, history, now);
  if (found.kind === "not counted") return found.reason;
  if (found.kind !== "counted") return found.kind;
  return [found.result.outcome, found.result.units, found.why].join(" ").trim();
}

const book = () => new LedgerBuilder();

describe("what counts", () => {
  it.each<[string, LedgerBuilder, string]>([
    ["published before the start, with a price", book().publish(noon).settle(nextDay), "win 0.91"],
    [
      "the last verdict",
      book()
        .publish(noon)
        .settle(nextDay)
        .correct(nextDay, { verdict: ["win", "loss"] }, lostByRule),
      "loss -1",
    ],
    [
      "the version sealed last before the start",
      book().publish(morning).amend(noon, lakers).settle(nextDay, lostByRule),
      "win 1",
    ],
    ["a day alone, sealed the day before", book().publish(theDayBefore, untimed).settle(nextDay), "win 0.91"],
    [
      "of a day alone, what was sealed the day before",
      book()
        .publish(theDayBefore, untimed)
        .amend(noon, lakers)
        .settle(nextDay, { ...wonByRule }),
      "win 0.91",
    ],
    [
      "with a start that was forgotten and given within ten minutes",
      book().publish(morning, untimed).amend("2026-01-14T13:10:00.000Z", { starts_at: tipOff }).settle(nextDay),
      "win 0.91",
    ],
    [
      "without a date either, when both are given within ten minutes",
      book()
        .publish(morning, undated)
        .amend(morning, { line: "-4.5" })
        .amend("2026-01-14T13:10:00.000Z", { starts_at: tipOff, game_date: "2026-01-14" })
        .settle(nextDay),
      "win 0.91",
    ],
    [
      "a price that was filled in before the start",
      book().publish(morning, { odds: undefined }).amend(noon, { odds: 120 }).settle(nextDay),
      "win 1.2",
    ],
    [
      "withdrawn after its start, as it was graded",
      book().publish(noon).settle(nextDay, lostByRule).withdraw(nextDay),
      "loss -1",
    ],
    [
      "withdrawn with a verdict, before the start that was sealed",
      book().publish(noon).settle(noon, lostByRule).withdraw(noon),
      "loss -1",
    ],
    ["settled before its start", book().publish(noon).settle(noon, lostByRule), "loss -1"],
    [
      "the earliest start, when it is moved away",
      book().publish(noon).amend(noon, { starts_at: "2026-01-20T00:30:00.000Z" }).settle(nextDay),
      "win 0.91",
    ],
  ])("%s", (_, written, expected) => expect(status(written)).toBe(expected));
});

describe("a correction after the start changes nothing but the grade", () => {
  const settled = () => book().publish(noon).settle(nextDay, lostByRule);
  it.each<[string, LedgerBuilder, string]>([
    ["the price", settled().correct(nextDay, { odds: ["-110", ""] }, lostByRule, 2), "loss -1"],
    ["the stake", settled().correct(nextDay, { unit_size: ["1", "0"] }, lostByRule, 2), "loss -1"],
    [
      "the start, to before the publication",
      settled().correct(nextDay, { starts_at: [tipOff, morning] }, lostByRule, 2),
      "loss -1",
    ],
    [
      "the side",
      settled().correct(nextDay, { side: ["home", "away"] }, { outcome: "win", by: "hand", units: "0.91" }, 2),
      "win 0.91",
    ],
    [
      "the verdict",
      settled().correct(nextDay, { verdict: ["loss", "void"] }, { outcome: "void", by: "hand", units: "0" }),
      "void 0",
    ],
  ])("%s", (_, written, expected) => expect(status(written)).toBe(expected));

  it("a start that is filled in afterwards does not make it count", () => {
    const published = () => book().publish(noon, untimed);
    const corrected = published()
      .settle(nextDay)
      .correct(nextDay, { starts_at: ["", tipOff] }, wonByRule, 2);
    const amended = published().amend(during, { starts_at: tipOff }).settle(nextDay);
    const dated = book().publish(noon, undated).amend(nextDay, { game_date: "2026-01-14" }).settle(nextDay);
    expect([corrected, amended, dated].map((one) => status(one))).toEqual([
      "no start time",
      "no start time",
      "no start time",
    ]);
  });

  it("a start that is given more than ten minutes later does not make it count, not even before it", () => {
    const tenMinutesLater = "2026-01-14T13:10:00.001Z";
    const aMinuteAhead = "2026-01-14T13:11:00.000Z";
    const written = [
      book().publish(morning, untimed).amend(tenMinutesLater, { starts_at: tipOff }),
      book().publish(morning, undated).amend(tenMinutesLater, { starts_at: aMinuteAhead }),
      book().publish(morning, undated).amend(tenMinutesLater, { game_date: "2026-01-20" }),
      book().publish(morning, undated).amend(morning, { starts_at: "2026-01-14T12:59:59.999Z" }),
    ];
    for (const one of written) expect(status(one.settle(nextDay))).toBe("no start time");
  });

  it("a date alone that is flipped on its day counts as it was sealed before", () => {
    const flipped = book()
      .publish(theDayBefore, untimed)
      .amend(during, { ...lakers, starts_at: "2026-01-15T04:59:00.000Z" });
    expect(status(flipped.settle(nextDay))).toBe("win 0.91");
    expect(status(book().publish(morning, untimed).amend(during, lakers).settle(nextDay))).toBe("no start time");
  });

  it("what was sealed on the day of a game does not count for a start that is filled in afterwards", () => {
    const sealed = book().publish(theDayBefore, untimed).amend(noon, lakers).amend(during, { starts_at: tipOff });
    expect(status(sealed.settle(nextDay))).toBe("win 0.91");
  });
});

describe("listed and not counted", () => {
  it.each<[string, LedgerBuilder, string]>([
    ["an import", book().import(noon).settle(nextDay), "from before the ledger"],
    ["an import that is withdrawn", book().import(noon).withdraw(noon), "from before the ledger"],
    ["withdrawn", book().publish(noon).withdraw(noon), "withdrawn before the start"],
    [
      "withdrawn, without a price",
      book().publish(noon, { odds: undefined }).withdraw(noon),
      "withdrawn before the start",
    ],
    [
      "withdrawn once its verdict was taken back",
      book()
        .publish(noon)
        .settle(noon, lostByRule)
        .correct(noon, { verdict: ["loss", ""] })
        .withdraw(noon),
      "loss -1 not graded",
    ],
    ["withdrawn, undated", book().publish(noon, undated).withdraw(noon), "withdrawn, never had a start"],
    [
      "withdrawn, dated too late",
      book().publish(noon, undated).amend(nextDay, { game_date: "2026-01-20" }).withdraw(nextDay),
      "withdrawn, never had a start",
    ],
    ["withdrawn, undated, with a verdict", book().publish(noon, undated).settle(noon).withdraw(noon), "no start time"],
    [
      "undated",
      book()
        .publish(noon, { ...undated, odds: undefined })
        .settle(nextDay),
      "no start time",
    ],
    ["a day alone, published on it", book().publish(noon, untimed).settle(nextDay), "no start time"],
    ["a day alone, withdrawn on it", book().publish(noon, untimed).withdraw(noon), "no start time"],
    [
      "published at the start",
      book().publish(tipOff, { odds: undefined }).settle(nextDay),
      "published after the start",
    ],
    [
      "moved to before it was published",
      book().publish(noon).amend(noon, { starts_at: morning }).settle(nextDay),
      "published after the start",
    ],
    ["no price", book().publish(noon, { odds: undefined }).settle(nextDay), "no price"],
    [
      "a price taken away before the start",
      book().publish(morning).amend(noon, { odds: undefined }).settle(nextDay),
      "no price",
    ],
    [
      "a price filled in after the start",
      book()
        .publish(noon, { odds: undefined })
        .settle(nextDay)
        .correct(nextDay, { odds: ["", "-110"] }, wonByRule, 2),
      "no price",
    ],
  ])("%s", (_, written, expected) => expect(status(written)).toBe(expected));
});

describe("by time", () => {
  // Revealed by 2026-01-15 at 06:00 in New York.
  const due = "2026-01-22T11:00:00.000Z";
  const justBefore = "2026-01-22T10:59:59.999Z";
  const reopened = () =>
    book()
      .publish(noon)
      .settle(nextDay)
      .correct(nextDay, { verdict: ["win", ""] });
  const moved = () =>
    book().publish(noon).amend(noon, { game_date: "2026-01-15", starts_at: "2026-01-16T00:30:00.000Z" });
  const putOff = () =>
    book().publish(noon).amend(noon, { game_date: "2026-02-28", starts_at: "2026-03-01T00:30:00.000Z" });
  const withheld = () => {
    const written = book().publish(noon).publish(noon, { unit_size: "2.5" }).settle(nextDay, lostByRule, 2);
    const [, sealed] = written.served;
    if (sealed) sealed.reveal = null;
    return written;
  };

  it.each<[string, LedgerBuilder, string, string]>([
    ["sealed until the start", book().publish(noon), "2026-01-15T00:29:59.999Z", "sealed"],
    ["open from the start on", book().publish(noon), tipOff, "open"],
    [
      "a day alone is open once the day is over",
      book().publish(theDayBefore, untimed),
      "2026-01-15T05:00:00.000Z",
      "open",
    ],
    ["and not before", book().publish(theDayBefore, untimed), "2026-01-15T04:59:59.999Z", "sealed"],
    ["without a price, sealed as well", book().publish(noon, { odds: undefined }), noon, "sealed"],
    ["withdrawn, sealed as well", book().publish(noon).withdraw(noon), noon, "sealed"],
    ["undated and withdrawn", book().publish(noon, undated).withdraw(noon), noon, "withdrawn, never had a start"],
    ["undated", book().publish(noon, undated), "2026-02-13T17:00:00.000Z", "no start time"],
    ["settled, revealed at once", book().publish(noon).settle(noon), noon, "win 0.91"],
    ["not graded in time", book().publish(noon), due, "loss -1 not graded"],
    ["and before", book().publish(noon), justBefore, "open"],
    ["graded too late", book().publish(noon).settle("2026-02-01T00:00:00.000Z"), later, "win 0.91"],
    ["reopened", reopened(), justBefore, "open"],
    ["reopened for good", reopened(), due, "loss -1 not graded"],
    ["reopened and settled anew", reopened().correct(nextDay, { verdict: ["", "loss"] }, lostByRule), due, "loss -1"],
    ["withdrawn after its start, not graded", book().publish(noon).withdraw(nextDay), due, "loss -1 not graded"],
    [
      "withdrawn on the day that it was sealed for",
      book().publish(theDayBefore, untimed).withdraw(noon),
      due,
      "loss -1 not graded",
    ],
    ["withheld", withheld(), due, "loss -2.5 not revealed"],
    ["withheld, but not for long", withheld(), justBefore, "sealed"],
    ["moved, until its new start", moved(), "2026-01-16T00:29:59.999Z", "sealed"],
    ["moved, from its new start on", moved(), "2026-01-16T00:30:00.000Z", "open"],
    ["moved, not graded in time: no amendment puts that off", moved(), due, "loss -1 not graded"],
    ["put off for long", putOff(), justBefore, "sealed"],
    ["put off for long, and so withheld", putOff(), due, "loss -1 not revealed"],
    ["put off for long, and graded at last", putOff().settle("2026-03-01T05:00:00.000Z"), later, "win 0.91"],
  ])("%s", (_, written, now, expected) => expect(status(written, now)).toBe(expected));

  it("nothing of a withheld pick is known, so no split has it", () => {
    const state = foldOf(withheld().served);
    const [history] = state.histories.values();
    expect(history && recordStatusOf(state, history, due)).toMatchObject({
      result: { sport: "", market: "", odds: null, confidence: null, closing: null, by: "time" },
    });
  });
});
