/** One pick's life, for its page. Pure. */
import { formatPercent } from "../../../format.ts";
import { formatOdds } from "../../bets/bet.ts";
import { formatCalendarDate } from "../../calendar-date.ts";
import { readDecimal } from "../decimal.ts";
import type { LedgerState } from "../fold.ts";
import { pickOf, refOf } from "../ledger-entry.ts";
import type { Life } from "../life.ts";
import type { SealedContent } from "../sealed-content.ts";
import type { ListedPick } from "./listed-pick.ts";
import { listedPick } from "./listed-pick.ts";
import type { RecordRow } from "./row-text.ts";
import { rowOf, stakeText, titleOf } from "./row-text.ts";
import type { Station } from "./station.ts";
import { overdueStation, stationsOf } from "./station.ts";

export interface PickLife {
  /** "regular:118", and with the number of its last version. */
  ref: string;
  version: string;
  title: string;
  /** Null while it is sealed. */
  shown: ShownPick | null;
  stations: Station[];
}

export interface ShownPick extends RecordRow {
  /** Sport, date, time, stream and stake. */
  about: string[];
  /** "Orlando Magic 112 @ Atlanta Hawks 106" */
  final: string;
  counts: boolean;
  confidence: string;
  /** As it was posted; '' = unknown. */
  posted: string;
}

/** `zone` is that of the times; `largest` is the largest stake in the record, in units. */
export function pickLife(state: LedgerState, life: Life, now: string, largest: number, zone: string): PickLife {
  const listed = listedPick(state, life, now, largest);
  const overdue = listed?.standing.status === "counted" ? overdueStation(state, life, listed.standing.why, zone) : null;
  const stations = stationsOf(state, life, listed?.timeline ?? null, zone);
  return {
    ref: pickOf(life),
    version: refOf(life),
    title: listed === null ? "A sealed pick" : titleOf(listed.content),
    shown: listed && shownPick(listed, zone),
    stations: overdue === null ? stations : [...stations, overdue],
  };
}

function shownPick(listed: ListedPick, zone: string): ShownPick {
  const { life, content, standing } = listed;
  return {
    ...rowOf(listed, zone),
    about: content === null ? [] : aboutText(content, life),
    final: content === null ? "" : finalText(content, listed),
    counts: standing.status === "counted",
    confidence: content?.sim_confidence === undefined ? "" : formatPercent(readDecimal(content.sim_confidence)),
    posted: content === null ? "" : postedText(content),
  };
}

function aboutText(content: SealedContent, { stream }: Life): string[] {
  const { sport = "", game_date = "", time = "" } = content;
  const kind = `${stream === "pro" ? "Pro" : "Regular"}, ${stakeText(content)}`;
  return [sport, formatCalendarDate(game_date), time, kind].filter(Boolean);
}

function finalText({ away, home, game = "" }: SealedContent, { grade }: ListedPick): string {
  const { away_score, home_score } = grade ?? {};
  if (away === undefined || home === undefined || away_score === undefined || home_score === undefined) return game;
  return `${away} ${away_score} @ ${home} ${home_score}`;
}

/** The line, of a moneyline the price, as it was posted. */
function postedText({ market, line, odds }: SealedContent): string {
  if (market === "moneyline") return odds === undefined ? "" : formatOdds(odds);
  if (line === undefined) return "";
  const value = readDecimal(line) ?? 0;
  return market === "spread" && value > 0 ? `+${line}` : line;
}
