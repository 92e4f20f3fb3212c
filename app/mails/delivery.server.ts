import { setImmediate as turn } from "node:timers/promises";
import { secondMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { formatInstant } from "../format.ts";
import { renderMail } from "./letters.server.ts";
import { log, logError } from "../log.server.ts";
import type { MailTransport, DeliveryResult } from "./mail.server.ts";
import { transportFor } from "./mail.server.ts";
import { noteProblem } from "../models/health.server.ts";
import type { DueMail } from "../models/mail/outbox.server.ts";
import { expireMails, findDueMail, finishInterrupted, finishMail, markHandedOver, scheduleRetry } from "../models/mail/outbox.server.ts";
import { closeDueRound } from "../models/mail/pick-round.server.ts";
import { repeatedly } from "../server/repeatedly.server.ts";

const everyMs = secondMs;
/** How long the mail server is left alone after it could not be reached once, twice, more often. */
const pausesMs = [5 * secondMs, 15 * secondMs, 60 * secondMs] as const;

/** How a run ended: how many mails were taken, how the others went and why, and why the way out was closed. */
export interface Run {
  taken: number;
  others: { id: number; what: "refused" | "deferred" | "in-doubt"; reason: string }[];
  unreachable: string | null;
}

/** Sends what is due, one mail after the other, until nothing is, the way out is closed, or `goOn` says no. */
export async function deliverDue(carrier: MailTransport, clock: () => Date, goOn: () => boolean = () => true): Promise<Run> {
  const run: Run = { taken: 0, others: [], unreachable: null };
  try {
    while (run.unreachable === null && goOn()) {
      const due = await findDueMail(clock());
      if (due === null) break;
      note(run, due.id, await deliver(due, carrier, clock));
      // A mail that has nothing left to say waits for no network, and there can be one for every member.
      await turn();
    }
  } finally {
    carrier.close();
  }
  return run;
}

async function deliver(due: DueMail, carrier: MailTransport, clock: () => Date): Promise<DeliveryResult | null> {
  let handedOver = false;
  const recorded = async () => {
    if (!(await markHandedOver(due.id))) throw new Error("Another process sends this mail, or nobody wants it any more.");
    handedOver = true;
  };
  const send = async () => {
    const letter = await renderMail(due, clock());
    return letter && (await carrier.send(letter, recorded));
  };
  // One letter that can't be composed must not hold up the others.
  const outcome = await send().catch((error: unknown): DeliveryResult => ({ what: "deferred", reason: error instanceof Error ? error.name : "unknown" }));
  if (outcome === null) {
    await finishMail(due.id, "expired", clock());
    return null;
  }
  if (outcome.what === "deferred") await scheduleRetry(due, handedOver, clock());
  if (outcome.what === "taken") await finishMail(due.id, "sent", clock());
  if (outcome.what === "refused") await finishMail(due.id, "refused", clock());
  if (outcome.what === "in-doubt") await finishMail(due.id, "handed-over", clock());
  return outcome;
}

function note(run: Run, id: number, outcome: DeliveryResult | null): void {
  if (outcome === null) return;
  if (outcome.what === "taken") run.taken += 1;
  else if (outcome.what === "unreachable") run.unreachable = outcome.reason;
  else run.others.push({ id, ...outcome, what: outcome.what });
}

/**
 * Sends mail outside of requests: looks once a second, until SIGTERM or until the function that it gives is called. A mail that is
 * under way then is finished. Never keeps the process alive by itself.
 */
export function startDelivery(carrier: MailTransport = transportFor()): () => void {
  const watch: Watch = { begun: false, pausedUntil: 0, failures: 0, trouble: null };
  return repeatedly(async (goOn) => {
    await look(carrier, watch, goOn).catch((error: unknown) => pause(watch, `The outbox failed: ${error instanceof Error ? error.message : "unknown"}`));
    return everyMs;
  });
}

/** What the delivery remembers from one look to the next. Instants in milliseconds. */
interface Watch {
  begun: boolean;
  pausedUntil: number;
  failures: number;
  /** What was logged as wrong and is not over yet. */
  trouble: string | null;
}

async function look(carrier: MailTransport, watch: Watch, goOn: () => boolean): Promise<void> {
  const clock = () => new Date();
  const now = clock();
  const wait = watch.pausedUntil - now.getTime();
  // A locked database would hold up everybody at every look. One that is longer than any began while the clock was wrong.
  if (wait > 0 && wait <= Math.max(...pausesMs)) return;
  if (!watch.begun) await settleDoubtful(now);
  watch.begun = true;
  await closeDueRound(now, goOn);
  await expireMails(now);
  follow(watch, await deliverDue(carrier, clock, goOn));
}

async function settleDoubtful(now: Date): Promise<void> {
  const count = await finishInterrupted(now);
  if (count > 0) logError(`Mails that may have been sent when the server stopped, and are not sent again: ${count}.`);
}

function follow(watch: Watch, { taken, others, unreachable }: Run): void {
  for (const { id, what, reason } of others) {
    // That a server says "later" happens every day. Of anything else somebody should hear.
    const say = what === "deferred" && !isFinalNo(reason) ? log : logError;
    say(`Mail ${id}: ${what} (${reason})`);
  }
  if (unreachable !== null) return pause(watch, `Mail can't leave (${unreachable}). It waits.`);
  if (watch.trouble !== null && taken > 0) log("Mail goes out again.");
  watch.failures = 0;
  watch.trouble = null;
  noteProblem("mail", null);
}

/** Whether the server's answer was one of 500 and above. */
function isFinalNo(reason: string): boolean {
  return / 5\d\d$/.test(reason);
}

/** Says what is wrong, once, and leaves the outbox alone for a while. */
function pause(watch: Watch, trouble: string): void {
  watch.pausedUntil = Date.now() + (pausesMs[Math.min(watch.failures, pausesMs.length - 1)] ?? 0);
  watch.failures += 1;
  if (trouble !== watch.trouble) logError(trouble);
  if (watch.trouble === null) noteProblem("mail", `Emails have not left since ${formatInstant(new Date().toISOString(), env.SITE_TIMEZONE)}. They wait.`);
  watch.trouble = trouble;
}
