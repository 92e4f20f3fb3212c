/** The history of one pick, for its page. Pure. */
import { formatPercent } from "../../../format.ts";
import { formatOdds } from "../../bets/bet.ts";
import type { OddsFormat } from "../../odds-format.ts";
import { formatCalendarDate } from "../../../time/calendar-date.ts";
import { readDecimal } from "../../ledger/decimal.ts";
import type { LedgerState } from "../../ledger/fold.ts";
import { pickOf, refOf } from "../../ledger/ledger-entry.ts";
import type { PickHistory } from "../../ledger/pick-history.ts";
import type { SealedContent } from "../../ledger/sealed-content.ts";
import { type ListedPick, listedPick } from "./listed-pick.ts";
import { type Reading, type RecordRow, rowOf, stakeText, streamName, titleOf } from "./row-text.ts";
import { type HistoryEvent, overdueEvent, historyEvents } from "./history-event.ts";

export interface ShownHistory {
  /** "regular:118"; `version` adds the number of the last version. */
  ref: string;
  version: string;
  title: string;
  /** Null while it is sealed. */
  shown: ShownPick | null;
  events: HistoryEvent[];
}

export interface ShownPick extends RecordRow {
  /** Sport, date, time, stream and stake. */
  about: string[];
  /** "Orlando Magic 112 @ Atlanta Hawks 106" */
  final: string;
  counts: boolean;
  confidence: string;
  /** The line as it was posted; '' = unknown. */
  posted: string;
}

/** `largest` is the largest stake in the record, in units. */
export function shownHistory(
  state: LedgerState,
  history: PickHistory,
  now: string,
  largest: number,
  reading: Reading,
): ShownHistory {
  const listed = listedPick(state, history, now, largest);
  const overdue =
    listed?.status.kind === "counted" ? overdueEvent(state, history, listed.status.why, reading.zone) : null;
  const events = historyEvents(state, history, listed?.timeline ?? null, reading);
  return {
    ref: pickOf(history),
    version: refOf(history),
    title: listed === null ? `${streamName(history)} pick ${history.pick_id}` : titleOf(listed.content, reading.odds),
    shown: listed && shownPick(listed, reading),
    events: overdue === null ? events : [...events, overdue],
  };
}

function shownPick(listed: ListedPick, reading: Reading): ShownPick {
  const { history, content, status } = listed;
  return {
    ...rowOf(listed, reading),
    about: content === null ? [] : aboutText(content, history),
    final: content === null ? "" : finalText(content, listed),
    counts: status.kind === "counted",
    confidence: content?.sim_confidence === undefined ? "" : formatPercent(readDecimal(content.sim_confidence)),
    posted: content === null ? "" : postedText(content, reading.odds),
  };
}

function aboutText(content: SealedContent, history: PickHistory): string[] {
  const { sport = "", game_date = "", time = "" } = content;
  const kind = `${streamName(history)}, ${stakeText(content)}`;
  return [sport, formatCalendarDate(game_date), time, kind].filter(Boolean);
}

function finalText({ away, home, game = "" }: SealedContent, { grade }: ListedPick): string {
  const { away_score, home_score } = grade ?? {};
  if (away === undefined || home === undefined || away_score === undefined || home_score === undefined) return game;
  return `${away} ${away_score} @ ${home} ${home_score}`;
}

/** Returns the line as it was posted; for a moneyline, the price. */
function postedText({ market, line, odds }: SealedContent, format: OddsFormat): string {
  if (market === "moneyline") return odds === undefined ? "" : formatOdds(odds, format);
  if (line === undefined) return "";
  const value = readDecimal(line) ?? 0;
  return market === "spread" && value > 0 ? `+${line}` : line;
}
