import type { Db, PickRow } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { readingOf } from "../bet.server.ts";
import { shownPick } from "../pick-list.server.ts";
import { textsOfPick } from "../pick-texts.ts";
import type { BetPick } from "../pick.ts";
import type { PickTrailEntry } from "../../trail/pick-trail.server.ts";
import { readPickTrail } from "../../trail/pick-trail.server.ts";
import type { Lock } from "./lock.server.ts";
import { lockedNames, readLock } from "./lock.server.ts";

/** A pick in the staff's form. */
export interface ChosenPick extends Pick<BetPick, "id" | "version" | "pick" | "game" | "game_date" | "published_at"> {
  /** The saved text of the pick, else its game. */
  name: string;
  /** After the name: ", 11/20/2026, Phoenix Suns @ Sacramento Kings". */
  about: string;
  /** The values of the form's fields. */
  texts: Readonly<Record<string, string>>;
  /** What its texts say, in words. */
  reading: string;
  /** Null while everything can be edited. */
  lock: Lock | null;
}

/** The page of the form that corrects. */
export interface Correction {
  chosen: ChosenPick;
  trail: PickTrailEntry[];
}

export async function readCorrection(source: Db, row: PickRow): Promise<Correction> {
  const [chosen, trail] = await Promise.all([readWithAllFields(source, row), readPickTrail(row.id)]);
  return { chosen, trail };
}

/** For the form that edits: without the fields that are locked. */
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
    ...{ id, version, pick, game, game_date, published_at },
    name,
    about: about.join(""),
    texts: withoutEmpty(textsOfPick(shown, env.SITE_TIMEZONE)),
    reading: readingOf(row, {}).text,
    lock: await readLock(source, row),
  };
}

/** The page should arrive in one round trip. */
function withoutEmpty(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}
