import { describe, expect, it } from "vitest";
import { isFilledIn } from "../../../../app/models/ledger/pick-history.ts";
import { standingsOf } from "../../../../app/models/record/figures/pick-standing.ts";
import { listedPick } from "../../../../app/models/record/pages/listed-pick.ts";
import { matches } from "../../../../app/models/record/pages/record-filter.ts";
import { rowOf } from "../../../../app/models/record/pages/row-text.ts";
import { LedgerBuilder, foldOf, lostByRule, muchLater, nextDay, noon, wonByRule } from "../../../support/ledger.ts";

const zone = "America/New_York";

/** The pick of a ledger, as everybody sees it at `now`. */
function listed(book: LedgerBuilder, id = 1, now = muchLater) {
  const state = foldOf(book.served);
  const history = state.histories.get(`regular:${id}`);
  return history === undefined ? null : listedPick(state, history, now.toISOString(), 1);
}

function row(book: LedgerBuilder, now = muchLater) {
  const pick = listed(book, 1, now);
  return pick && rowOf(pick, { zone, odds: "american" });
}

function shown(book: LedgerBuilder, show: string): boolean {
  const pick = standingsOf(foldOf(book.served)).find(({ pick_id }) => pick_id === 1);
  const filter = { stream: "", sport: "", market: "", result: "", show };
  return pick !== undefined && matches(filter, pick, muchLater.toISOString(), 1);
}

describe("a row of the record", () => {
  it("says what was sealed when, how it ended and what it won", () => {
    expect(row(new LedgerBuilder().publish(noon).settle(nextDay, { ...wonByRule, closing_line: "-4.5" }))).toEqual({
      ref: "regular:1",
      result: "win",
      pick: "Celtics -3.5 (-110)",
      game: "Lakers @ Celtics",
      sport: "NBA · Regular",
      published: "01/14/2026, 12:00 PM",
      when: "7 h 30 min before its start",
      stake: "1u",
      closing: "-4.5",
      clv: "+1 pt",
      score: "104–112",
      units: "+0.91 U",
      tags: [],
    });
  });

  it("is not there while it is sealed", () => {
    expect(row(new LedgerBuilder().publish(noon), new Date("2026-01-15T00:29:59.999Z"))).toBe(null);
    expect(row(new LedgerBuilder().publish(noon), new Date("2026-01-15T00:30:00.000Z"))).toMatchObject({
      result: "open",
    });
    expect(row(new LedgerBuilder().import("2026-01-01T00:00:00.000Z"), new Date(noon)), "an import").toBe(null);
  });

  it("says of a pick that does not count which word fits, and no units", () => {
    const late = new LedgerBuilder().publish("2026-01-15T00:44:00.000Z").settle(nextDay);
    expect(row(late)).toMatchObject({
      result: "win",
      when: "14 min after its start",
      units: "",
      tags: ["Not counted: published after the start"],
    });
    const withdrawn = new LedgerBuilder().publish(noon).withdraw("2026-01-14T18:31:00.000Z");
    expect(row(withdrawn)).toMatchObject({
      result: "withdrawn",
      when: "withdrawn 01/14/2026, 1:31 PM",
      tags: ["Not counted: withdrawn before the start"],
    });
  });

  it("says of a counted pick that it was withdrawn, and after what", () => {
    const withdrawn = (at: string) =>
      row(new LedgerBuilder().publish(noon).settle("2026-01-14T18:00:00.000Z").withdraw(at))?.tags;
    expect(withdrawn("2026-01-14T18:31:00.000Z"), "its start was sealed too late").toEqual([
      "Withdrawn after its verdict",
    ]);
    expect(withdrawn(nextDay)).toEqual(["Withdrawn after its start"]);
  });

  it("says of a pick from before the ledger no time of publication", () => {
    const imported = new LedgerBuilder().import("2026-01-01T00:00:00.000Z");
    expect(row(imported)).toMatchObject({
      published: "before the ledger",
      when: "",
      tags: ["Not counted: from before the ledger"],
    });
  });

  it("says of a loss that nobody set why it is one", () => {
    expect(row(new LedgerBuilder().publish(noon))).toMatchObject({
      result: "loss",
      units: "-1.00 U",
      tags: ["Lost: not graded in time"],
    });
    const held = new LedgerBuilder().publish(noon);
    const [, entry] = held.served;
    if (entry) entry.reveal = null;
    expect(row(held)).toMatchObject({
      result: "loss",
      pick: "Not revealed",
      game: "",
      tags: ["Lost: not revealed in time"],
    });
  });

  it("says that it was corrected, moved or graded by hand", () => {
    const book = new LedgerBuilder()
      .publish(noon)
      .amend("2026-01-14T17:30:00.000Z", { starts_at: "2026-01-15T01:00:00.000Z" })
      .settle(nextDay, { ...wonByRule, by: "hand" })
      .correct("2026-01-15T06:00:00.000Z", { verdict: ["win", "loss"] }, { ...lostByRule, by: "hand" }, 2);
    expect(row(book)?.tags).toEqual(["Corrected after the start", "Start moved", "Graded by hand"]);
    for (const show of ["counted", "corrected", "moved", "by-hand", "amended"]) expect(shown(book, show)).toBe(true);
    for (const show of ["not-counted", "no-price"]) expect(shown(book, show)).toBe(false);
  });

  it("is not corrected when only a blank of the grade was filled in", () => {
    const filled = new LedgerBuilder()
      .publish(noon)
      .settle(nextDay)
      .correct("2026-01-15T06:00:00.000Z", { closing_line: ["", "-4.5"] }, { ...wonByRule, closing_line: "-4.5" });
    expect(row(filled)?.tags).toEqual([]);
    const correction = { seq: 1, at: noon, type: "correct", ref: "regular:1:1" } as const;
    expect(isFilledIn({ ...correction, changes: { closing_line: ["-4", "-4.5"] } })).toBe(false);
    expect(isFilledIn({ ...correction, changes: { odds: ["", "-110"] } }), "a sealed field").toBe(false);
  });
});
