import { describe, expect, it } from "vitest";
import { type ShownHistory, shownHistory } from "../../../../app/models/record/pages/pick-history-page.ts";
import { canonicalJson, digestOf } from "../../../../app/models/ledger/canonical.ts";
import { LedgerBuilder, foldOf, lostByRule, muchLater, nextDay, noon, wonByRule } from "../../../support/ledger.ts";

function historyOf(book: LedgerBuilder, now = muchLater): ShownHistory {
  const state = foldOf(book.served);
  const history = state.histories.get("regular:1");
  if (history === undefined) throw new Error("The ledger has the pick.");
  return shownHistory(state, history, now.toISOString(), 1, { zone: "America/New_York", odds: "american" });
}

const titles = ({ events }: ShownHistory) => events.map(({ title }) => title);
const corrected = new LedgerBuilder()
  .publish(noon)
  .amend("2026-01-14T18:00:00.000Z", { line: "-4.5", pick: "Celtics -4.5", odds: -108 })
  .settle(nextDay, { ...wonByRule, units: "0.93" })
  .correct(
    "2026-01-15T06:00:00.000Z",
    { away_score: ["104", "110"], verdict: ["win", "loss"], units_result: ["0.93", "-1"] },
    { ...lostByRule, away_score: "110", home_score: "112" },
    2,
  );

describe("the history of a pick", () => {
  it("tells its events, oldest first, with what changed", () => {
    const history = historyOf(corrected);
    expect(titles(history)).toEqual([
      "Published, sealed",
      "Amended before the start",
      "Game started: pick made public",
      "Settled by the rules",
      "Corrected after the start",
    ]);
    const [published, amended, , settled, correction] = history.events;
    expect(published?.facts).toEqual([
      { label: "What was sealed", text: "Celtics -3.5 (-110), 1u" },
      { label: "When", text: "7 h 30 min before its start" },
    ]);
    expect(amended).toMatchObject({
      note: "This version counts: it was the last one sealed before the start.",
      changes: [
        { label: "Pick", before: "Celtics -3.5", after: "Celtics -4.5" },
        { label: "Line", before: "-3.5", after: "-4.5" },
        { label: "Price", before: "-110", after: "-108" },
      ],
    });
    expect(settled).toMatchObject({
      verdict: { outcome: "win", units: "+0.93 U" },
      note: "Celtics 112, Lakers 104: margin +8, line -4.5 → win, +0.93u.",
    });
    expect(correction).toMatchObject({
      entry: 5,
      reason: "A typing error.",
      verdict: { outcome: "loss", units: "-1.00 U" },
      changes: [
        { label: "Away score", before: "104", after: "110" },
        { label: "Verdict", before: "win", after: "loss" },
        { label: "Units result", before: "0.93", after: "-1" },
      ],
    });
  });

  it("shows of every version what was hashed", () => {
    const opened = historyOf(corrected).events.flatMap((event) => event.opened);
    const seals = historyOf(corrected).events.flatMap(({ seal }) => (seal === null ? [] : [seal.digest]));
    expect(opened.map(({ salt, content }) => digestOf(salt, content))).toEqual(seals);
    expect(opened.map(({ content }) => canonicalJson(JSON.parse(content)))).toEqual(
      opened.map(({ content }) => content),
    );
  });

  it("tells nothing of a sealed pick but its seals", () => {
    const sealed = new LedgerBuilder()
      .publish(noon)
      .amend("2026-01-14T18:00:00.000Z", { line: "-4.5" })
      .withdraw("2026-01-14T19:00:00.000Z");
    const history = historyOf(sealed, new Date("2026-01-14T20:00:00.000Z"));
    expect(history).toMatchObject({ title: "Regular pick 1", shown: null });
    expect(titles(history)).toEqual(["Published, sealed", "Amended before the start", "Withdrawn"]);
    expect(JSON.stringify(history).replace(/[0-9a-f]{64}/g, "")).not.toMatch(/Celtics|Lakers|NBA|-3\.5|-4\.5|110|7:30/);
    expect(history.events[0]?.facts).toEqual([{ label: "Public by", text: "January 15, 2026, 6:00 AM EST" }]);
  });

  it("says of a pick that nobody graded from when on it is a loss", () => {
    const history = historyOf(new LedgerBuilder().publish(noon));
    expect(history.events.at(-1)).toMatchObject({ title: "Counted as a loss", at: "2026-01-22T11:00:00.000Z" });
    expect(history.shown).toMatchObject({ result: "loss", counts: true });
  });
});
