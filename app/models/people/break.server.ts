import { z } from "zod";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { type OwnMembership, readOwnMembership } from "../billing/membership.server.ts";
import {
  type BreakLength,
  breakEndText,
  breakLengths,
  endOfBreak,
  isPossibleEnd,
  lengthLabel,
  onBreakText,
  runningBreak,
  toWholeMinute,
} from "../break.ts";
import { db } from "../../db.server.ts";
import { hourMs } from "../../time/durations.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { recordAudit } from "../trail/audit.server.ts";

export interface OwnBreak {
  /** Null when there is none, or it is over. */
  break_until: string | null;
}

export interface BreakPage {
  /** The end of the running break in words. */
  untilText: string | null;
  /** Only what ends later than the running break. */
  choices: { value: BreakLength; label: string }[];
  chosen: { length: BreakLength; until: string; untilText: string } | null;
  /** Why the chosen length is refused. */
  problem: string | null;
  membership: OwnMembership | null;
}

const zone = env.SITE_TIMEZONE;

export const findOwnBreak = operation("break.take", z.object({}), ({ person }): Promise<OwnBreak> =>
  Promise.resolve({ break_until: person.breakUntil ?? null }),
);

export const readOwnBreakPage = operation(
  "break.take",
  z.object({ length: z.enum(breakLengths).nullable().catch(null) }),
  async ({ person }, { length }): Promise<BreakPage> => {
    const now = new Date();
    const running = person.breakUntil ?? null;
    const endOf = (each: BreakLength) => endOfBreak(each, now, zone).toISOString();
    // The same length a minute later is no longer break.
    const isLonger = (each: BreakLength) => running === null || Date.parse(endOf(each)) - Date.parse(running) > hourMs;
    return {
      untilText: running && breakEndText(running, zone),
      choices: breakLengths.filter(isLonger).map((value) => ({ value, label: lengthLabel(value) })),
      chosen:
        length !== null && isLonger(length)
          ? { length, until: endOf(length), untilText: breakEndText(endOf(length), zone) }
          : null,
      problem: running !== null && length !== null && !isLonger(length) ? tooShortText(running) : null,
      membership: await readOwnMembership(db, person),
    };
  },
);

const end = z.iso
  .datetime({ offset: true, error: "Send when the break ends, like 2026-12-07T20:15:00Z." })
  .transform((text) => toWholeMinute(new Date(text)).toISOString())
  .meta({ description: "When the break ends: one day to six months from now." });

/**
 * Begins a break, or makes it longer. Idempotent for the same end. Refuses with "conflict" when the running break ends
 * later. Nothing else writes the end, so nobody can end a break early.
 */
export const takeBreak = operation(
  "break.take",
  z.object({ until: end }),
  async (actor, { until }): Promise<OwnBreak> => {
    const { id } = actor.person;
    await writeAs(actor, async (trx) => {
      const now = new Date();
      const own = trx.selectFrom("users").select("break_until").where("id", "=", id);
      const { break_until: before } = await own.executeTakeFirstOrThrow();
      if (before === until) return;
      const running = runningBreak(before, now);
      if (running !== null && running > until) throw Refusal.at("until", "conflict", tooShortText(running));
      if (!isPossibleEnd(until, now, zone))
        throw Refusal.at("until", "invalid", "A break can last from one day to six months. Choose the length again.");
      await trx.updateTable("users").set({ break_until: until }).where("id", "=", id).execute();
      await recordAudit(trx, {
        actorId: id,
        action: running === null ? "break.begun" : "break.extended",
        subject: "user",
        subjectId: id,
        before: { break_until: before },
        after: { break_until: until },
      });
    });
    return { break_until: until };
  },
);

function tooShortText(running: string): string {
  return `${onBreakText(running, zone)} You can only make it longer.`;
}
