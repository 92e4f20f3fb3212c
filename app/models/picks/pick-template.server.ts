import { typedFieldsOf } from "./bet.server.ts";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { derivedFields } from "../bets/bet-fields.ts";
import { shownPick } from "./pick-list.server.ts";
import type { Stream } from "../bets/stream.ts";
import { textsOfPick } from "./pick-texts.ts";

/** The values that fill the form for a new pick. */
export interface Template {
  /** Differs for each pick that the template is taken from. */
  key: string;
  texts: Readonly<Record<string, string>>;
}

interface Source {
  /** The pick that was added before. */
  after: number | null;
  /** The pick to copy. */
  copy: number | null;
}

// These values also fit the next game of the same evening.
const kept = ["sport", "tag", "game_date", "time"];
// These values belong to one pick only, so a copy leaves them out.
const own = ["version", "verdict", "closing_line", "closing_odds", "beat_clv", "units_result", "external_id"];

/**
 * Null when there is no such pick. A copy leaves out derived values that nobody typed: they are read from the texts.
 */
export async function readTemplate(stream: Stream, { after, copy }: Source): Promise<Template | null> {
  if (copy === null && after === null) return null;
  const row = await db
    .selectFrom("picks")
    .selectAll()
    .where("stream", "=", stream)
    .where("id", "=", copy ?? after)
    .executeTakeFirst();
  if (!row) return null;
  const typed = typedFieldsOf(row);
  const isCopied = (name: string) =>
    copy === null
      ? kept.includes(name)
      : !own.includes(name) && (typed.includes(name) || !derivedFields.some((field) => field === name));
  const texts = Object.entries(textsOfPick(shownPick(row), env.SITE_TIMEZONE));
  return {
    key: copy === null ? `after ${after}` : `copy ${copy}`,
    texts: Object.fromEntries(texts.filter(([name, text]) => text !== "" && isCopied(name))),
  };
}
