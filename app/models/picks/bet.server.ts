import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { dateIn } from "../../time/zone-time.ts";
import { type BetReading, describeBet } from "../bets/bet.ts";
import {
  type Bet,
  type DerivedValues,
  type SentBet,
  type StoredBet,
  betProblem,
  resolveBet,
  resultProblem,
} from "../bets/bet-fields.ts";
import { closingMarkOf } from "../bets/closing-line.ts";
import { unreadTimeText } from "../bets/start-time.ts";
import { type Stream, otherStream, relationOf } from "../bets/stream.ts";
import { consentTo } from "./pick.ts";
import { outcomes } from "../bets/outcome.ts";
import { describeExtras, extrasOf } from "../bets/text-extras.ts";
import { warningsOf } from "../bets/bet-warnings.ts";
import { formatStart } from "../../time/start-text.ts";

/**
 * The consent to a pick's warnings. true = to all of them; a text = to the warnings that somebody has read, see
 * `consentTo`; null = the pick is or stays a draft, so staff are asked when it is published.
 */
export type Consent = true | string | null;

type ClosingFields = Pick<PickRow, "closing_line" | "closing_odds" | "beat_clv">;

interface Sent extends SentBet, Partial<ClosingFields> {
  external_id?: string | null | undefined;
}

/** What a form has for the fields that a pick's text may say. */
interface SentExtras {
  book?: string | undefined;
  playable_to?: string | undefined;
}

interface CheckedBet {
  /** `beat_clv` is absent where it can't be computed. */
  columns: DerivedValues & { typed_fields: string } & Partial<Pick<ClosingFields, "beat_clv">>;
  /** The warnings that this change brings. */
  warnings: string[];
}

/**
 * Reads the pick's columns from the sent values, in the transaction that stores them; `before` is null for a new pick.
 * Refuses with "invalid" values that can't be right, with "conflict" an external ID that is taken, and with
 * "unconfirmed" warnings without consent.
 */
export async function checkBet(
  trx: Db,
  stream: Stream,
  before: PickRow | null,
  sent: Sent,
  consent: Consent,
): Promise<CheckedBet> {
  const stored = storedBet(before);
  const resolved = resolveBet(stored, sent, env.SITE_TIMEZONE);
  const { bet } = resolved;
  refuseProblems(bet);
  await refuseTakenId(trx, stream, before?.id ?? 0, sent.external_id);
  const beat_clv = closingMark(bet, before, sent);
  const columns = {
    ...derivedValues(bet),
    typed_fields: JSON.stringify(resolved.typedFields),
    ...(beat_clv === null ? {} : { beat_clv }),
  };
  if (consent === null) return { columns, warnings: [] };
  const now = new Date();
  const isPublished = before?.published_at != null;
  const situation = { now, zone: env.SITE_TIMEZONE, today: dateIn(env.SITE_TIMEZONE, now), isPublished };
  const isRepeated = await hasOpenTwin(trx, stream, before?.id ?? 0, bet);
  const against = isPublished || bet.verdict !== "" ? "" : await otherSideOf(trx, stream, bet);
  // Reads the stored pick as if a form resent it: the texts of an old pick may not have been read yet.
  const known =
    stored && isPublished
      ? warningsOf(resolveBet(stored, stored, env.SITE_TIMEZONE), {
          ...situation,
          isRepeated: isRepeated && isSameTexts(stored, bet),
          against: "",
        })
      : [];
  const warnings = warningsOf(resolved, { ...situation, isRepeated, against }).filter((text) => !known.includes(text));
  if (consent !== true && warnings.length > 0 && consent !== consentTo(warnings))
    throw new Refusal("unconfirmed", `${readingText(bet)} Please check:`, { warnings });
  return { columns, warnings };
}

/** The other list's open pick on the other side of the same game; '' without one. */
async function otherSideOf(trx: Db, stream: Stream, bet: Bet): Promise<string> {
  if (bet.away === "") return "";
  const rows = await trx
    .selectFrom("picks")
    .select(["pick", "game_date", "away", "home", "market", "side"])
    .where("stream", "=", otherStream(stream))
    .where("settled", "=", 0)
    .where("game_date", "=", bet.game_date)
    .execute();
  return rows.find((row) => relationOf(bet, row) === "against")?.pick ?? "";
}

/** Gives the sent values with the computed `beat_clv`, to compare them with the stored pick. */
export function withClosingMark<Given extends Sent>(before: PickRow, sent: Given): Given {
  if (sent.beat_clv === undefined) return sent;
  const beat_clv = closingMark(resolveBet(storedBet(before), sent, env.SITE_TIMEZONE).bet, before, sent);
  return beat_clv === null ? sent : { ...sent, beat_clv };
}

/**
 * Null when the mark can't be computed: then the mark that people sent counts. A computed mark becomes unknown again
 * when its closing line is removed.
 */
function closingMark(bet: Bet, before: PickRow | null, sent: Sent): ClosingFields["beat_clv"] | null {
  const { closing_line = before?.closing_line ?? "", closing_odds = before?.closing_odds ?? null } = sent;
  const mark = closingMarkOf({ ...bet, closing_line, closing_odds });
  if (mark !== null || before === null || closingMarkOf(before) === null) return mark;
  return sent.beat_clv === undefined || sent.beat_clv === before.beat_clv ? "" : null;
}

export interface FoundReading extends BetReading {
  away: string;
  home: string;
  starts_at: string | null;
  /** In words. */
  text: string;
}

/** Reads what a form's texts say so far; `before` is the pick that it changes, or null. */
export function readingOf(before: PickRow | null, sent: SentBet): FoundReading {
  const { bet } = resolveBet(storedBet(before), sent, env.SITE_TIMEZONE);
  const { market, side, line, odds, away, home, starts_at } = bet;
  return { market, side, line, odds, away, home, starts_at, text: bet.pick === "" ? "" : readingText(bet) };
}

/** Reads what the form of a new pick says so far: the pick's own text fills what is empty. */
export function readingOfNew({ book = "", playable_to = "", ...sent }: SentBet & SentExtras): FoundReading {
  const given = { unit_size: sent.unit_size ?? "", book, playable_to };
  const extras = extrasOf(sent.pick ?? "", (field) => given[field] === "");
  const stake = extras.unit_size === undefined ? {} : { unit_size: Number(extras.unit_size) };
  const reading = readingOf(null, { ...sent, ...stake });
  return { ...reading, text: `${reading.text} ${describeExtras(extras)}`.trim() };
}

/** "Spread, Boston Celtics -3.5 at -110: risks 1.5u to win 1.36u. Starts 11/20/2026, 7:30 PM EST." */
export function readingText(bet: Bet): string {
  const problem = betProblem(bet);
  if (problem !== null) return problem.message;
  const reading = describeBet(bet, bet.unit_size);
  return `${/[.!]$/.test(reading) ? reading : `${reading}.`}${startText(bet)}`;
}

function startText({ time, starts_at }: Bet): string {
  if (starts_at !== null) return ` Starts ${formatStart(starts_at, env.SITE_TIMEZONE)}.`;
  const problem = unreadTimeText(time);
  return problem === "" ? "" : ` ${problem}`;
}

/** Reads the bet from the pick's texts and typed fields as they are today, as the pick's next save would store it. */
export function rereadBet(row: PickRow): Bet {
  // Pretends that the verdict changes: then resolveBet reads everything again.
  const stored = { ...row, verdict: "", typedFields: typedFieldsOf(row) };
  return resolveBet(stored, { verdict: row.verdict || outcomes.win.mark }, env.SITE_TIMEZONE).bet;
}

/** The stored pick with the names of the fields that people typed. */
function storedBet(row: PickRow | null): StoredBet | null {
  return row === null ? null : { ...row, typedFields: typedFieldsOf(row) };
}

export function typedFieldsOf(row: PickRow): string[] {
  const typed: unknown = JSON.parse(row.typed_fields);
  return Array.isArray(typed) ? typed.map(String) : [];
}

function derivedValues(bet: Bet): DerivedValues {
  const { away, home, starts_at, market, side, line, odds, units_result } = bet;
  return { away, home, starts_at, market, side, line, odds, units_result };
}

function refuseProblems(bet: Bet): void {
  const problem = betProblem(bet);
  const units_result = resultProblem(bet);
  const fields = {
    ...(problem ? { [problem.field]: problem.message } : {}),
    ...(units_result === null ? {} : { units_result }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", "Please check the marked fields.", { fields });
}

async function refuseTakenId(trx: Db, stream: Stream, ownId: number, externalId: Sent["external_id"]): Promise<void> {
  if (!externalId) return;
  const taken = await trx
    .selectFrom("picks")
    .select("id")
    .where("stream", "=", stream)
    .where("external_id", "=", externalId)
    .where("id", "<>", ownId)
    .executeTakeFirst();
  if (taken) throw Refusal.at("external_id", "conflict", "Another pick has this external ID.");
}

async function hasOpenTwin(trx: Db, stream: Stream, ownId: number, { game, pick, game_date }: Bet): Promise<boolean> {
  const twin = await trx
    .selectFrom("picks")
    .select("id")
    .where("stream", "=", stream)
    .where("settled", "=", 0)
    .where("game_date", "=", game_date)
    .where("game", "=", game)
    .where("pick", "=", pick)
    .where("id", "<>", ownId)
    .executeTakeFirst();
  return twin !== undefined;
}

function isSameTexts(one: Bet, other: Bet): boolean {
  return one.game === other.game && one.pick === other.pick && one.game_date === other.game_date;
}
