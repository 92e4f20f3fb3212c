import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { readingOf } from "./bet.server.ts";
import { shownPick } from "./pick-list.server.ts";
import { textsOfPick } from "./pick-texts.ts";
import type { BetPick } from "./pick.ts";
import { type PickTrailEntry, readPickTrail } from "../trail/short-trail.server.ts";
import { outcomeOf, verdictText } from "../bets/outcome.ts";
import { labelOf } from "../ledger/change-text.ts";
import { readPickHistory } from "../ledger/chain/pick-history.server.ts";
import { pickOf } from "../ledger/ledger-entry.ts";
import { sealedFields } from "../ledger/sealed-content.ts";
import { isLockedByStart } from "../ledger/timeline.ts";

/** A pick in the staff's form. */
export interface ChosenPick extends Pick<BetPick, "id" | "version" | "pick" | "game" | "game_date" | "published_at"> {
  /** The saved text of the pick, else its game. */
  name: string;
  /** The text after the name: ", 11/20/2026, Phoenix Suns @ Sacramento Kings". */
  about: string;
  /** The values of the form's fields. */
  texts: Readonly<Record<string, string>>;
  /** The reading of its texts, in words. */
  reading: string;
  /** Null while everything can be edited. */
  lock: Lock | null;
}

/** The page with the correction form. */
export interface CorrectionPage {
  chosen: ChosenPick;
  trail: PickTrailEntry[];
}

export async function readCorrectionPage(source: Db, row: PickRow): Promise<CorrectionPage> {
  const [chosen, trail] = await Promise.all([readWithAllFields(source, row), readPickTrail(row.id)]);
  return { chosen, trail };
}

/** Reads the pick for the edit form, without the texts of the locked fields. */
export async function readChosenPick(source: Db, row: PickRow): Promise<ChosenPick> {
  const chosen = await readWithAllFields(source, row);
  if (chosen.lock === null) return chosen;
  const locked = lockedNames(chosen.lock.isSettled);
  const texts = Object.fromEntries(Object.entries(chosen.texts).filter(([name]) => !locked.includes(name)));
  return { ...chosen, texts };
}

async function readWithAllFields(source: Db, row: PickRow): Promise<ChosenPick> {
  const shown = shownPick(row);
  const { id, version, pick, game, game_date, published_at } = shown;
  const name = pick || game || "A pick without a text";
  const about = [game_date, pick && game].filter(Boolean).map((text) => `, ${text}`);
  return {
    id,
    version,
    pick,
    game,
    game_date,
    published_at,
    name,
    about: about.join(""),
    texts: withoutEmpty(textsOfPick(shown, env.SITE_TIMEZONE)),
    reading: readingOf(row, {}).text,
    lock: await readLock(source, row),
  };
}

/** Drops empty texts, so that the page arrives in one round trip. */
function withoutEmpty(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

export interface Lock {
  /** The reason for the lock, in a sentence. */
  note: string;
  /** True if its grade is locked, too. */
  isSettled: boolean;
  /** Label and text of each locked field that has a value. */
  values: [label: string, text: string][];
}

const gradeNames = ["verdict", "units_result", "closing_line", "closing_odds"] as const;
/** Null while everything can be edited. */
export async function readLock(source: Db, row: PickRow): Promise<Lock | null> {
  if (row.published_at === null) return null;
  const isSettled = row.verdict !== "";
  if (!isSettled && !(await isInRecord(source, row))) return null;
  const texts = textsOfPick(shownPick(row), env.SITE_TIMEZONE);
  const names = lockedNames(isSettled).filter((name) => texts[name] && name !== "away" && name !== "home");
  return {
    note: isSettled
      ? "This pick is settled: what it says and its grade are part of the public record."
      : "This pick has started: what it says is part of the public record.",
    isSettled,
    values: [
      ...names.map((name): [string, string] => [labelOf(name), valueText(name, texts[name] ?? "")]),
      ...scoreOf(row),
    ],
  };
}

/** The names of the form's fields that are locked. */
export function lockedNames(isSettled: boolean): string[] {
  return [...sealedFields, "why", ...(isSettled ? gradeNames : [])];
}

/** Asks the ledger: a pick that was opened again stays locked. */
async function isInRecord(source: Db, { stream, id }: PickRow): Promise<boolean> {
  const pick = { stream, pick_id: id };
  const { histories, days } = await readPickHistory(source, pick);
  const history = histories.get(pickOf(pick));
  return (
    history !== undefined && (history.grades.length > 0 || isLockedByStart(history, days, new Date().toISOString()))
  );
}

function scoreOf({ away_score, home_score }: PickRow): [string, string][] {
  return away_score === null || home_score === null ? [] : [["Score", `${away_score}-${home_score}`]];
}

function valueText(name: string, text: string): string {
  return name === "verdict" ? verdictText(outcomeOf(text)) : text;
}
