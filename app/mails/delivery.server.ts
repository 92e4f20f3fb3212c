import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { db } from "../db.server.ts";
import { secondMs } from "../time/durations.ts";
import { renderMail } from "./letters.server.ts";
import { log, logError } from "../log.server.ts";
import { type MailTransport, type DeliveryResult, transportFor } from "./mail.server.ts";
import { quietHoursOf } from "../models/alerts/quiet-hours.server.ts";
import { type Instead, outcomeInstead } from "../models/news/sending.server.ts";
import { noteProblem } from "../models/upkeep/health.server.ts";
import {
  type DueMail,
  findDueMail,
  finishMail,
  holdMail,
  markHandedOver,
  scheduleRetry,
} from "../models/outbox/due-mail.server.ts";
import { repeatedly } from "../repeatedly.server.ts";

const everyMs = secondMs;
/** The pause after the first, second and each later failure to reach the mail server. */
const pausesMs = [5 * secondMs, 15 * secondMs, 60 * secondMs] as const;

/** The result of a run. `unreachable` is the reason why the transport failed; null = it worked. */
export interface Run {
  taken: number;
  others: { id: number; what: "refused" | "deferred" | "in-doubt"; reason: string }[];
  unreachable: string | null;
}

/** Sends due mails one by one until none is left, the transport is unreachable, or `shouldContinue` returns false. */
export async function deliverDue(
  transport: MailTransport,
  clock: () => Date,
  shouldContinue: () => boolean = () => true,
): Promise<Run> {
  const run: Run = { taken: 0, others: [], unreachable: null };
  try {
    while (run.unreachable === null && shouldContinue()) {
      const due = await findDueMail(clock());
      if (due === null) break;
      record(run, due.id, await deliver(due, transport, clock));
      // A mail that renders to null awaits no I/O, and there can be one per member: yield to the event loop.
      await yieldToEventLoop();
    }
  } finally {
    transport.close();
  }
  return run;
}

async function deliver(due: DueMail, transport: MailTransport, clock: () => Date): Promise<DeliveryResult | null> {
  let handedOver = false;
  const handOver = async () => {
    if (!(await markHandedOver(due.id))) throw new Error("Another process is sending this mail, or it was cancelled.");
    handedOver = true;
  };
  const send = async () => {
    const instead = await whyNotNow(due, clock());
    if (instead !== null) return instead;
    const rendered = await renderMail(due, clock());
    return rendered && (await transport.send(rendered, handOver));
  };
  // A mail that can't be rendered must not block the others.
  const result = await send().catch((error: unknown): DeliveryResult | Instead => ({
    what: "deferred",
    reason: error instanceof Error ? error.name : "unknown",
  }));
  if (result === null || result.what === "expired") {
    await finishMail(due.id, "expired", result?.reason ?? "nothing", clock());
    return null;
  }
  if (result.what === "held") {
    await holdMail(due.id, result);
    return null;
  }
  if (result.what === "deferred") await scheduleRetry(due, handedOver, result.reason, clock());
  if (result.what === "taken") await finishMail(due.id, "sent", "", clock());
  if (result.what === "refused") await finishMail(due.id, "refused", result.reason, clock());
  if (result.what === "in-doubt") await finishMail(due.id, "handed-over", "cut", clock());
  return result;
}

async function whyNotNow({ mail, recipient, expiresAt }: DueMail, now: Date): Promise<Instead | null> {
  const quiet = (await quietHoursOf(db, [recipient.id])).get(recipient.id);
  return outcomeInstead({ item: mail, userId: recipient.id, channel: "mail", expiresAt }, quiet, now);
}

function record(run: Run, id: number, result: DeliveryResult | null): void {
  if (result === null) return;
  if (result.what === "taken") run.taken += 1;
  else if (result.what === "unreachable") run.unreachable = result.reason;
  else run.others.push({ id, ...result, what: result.what });
}

/** Finishes a mail that is being sent when it is stopped. Does not keep the process alive. Call `finishInterrupted` before it. */
export function startDelivery(transport: MailTransport = transportFor()): () => void {
  const state: DeliveryState = { pausedUntil: 0, failures: 0, problem: null };
  return repeatedly("mail", async (shouldContinue) => {
    await runOnce(transport, state, shouldContinue).catch((error: unknown) =>
      pause(state, `The outbox failed: ${error instanceof Error ? error.message : "unknown"}`),
    );
    return everyMs;
  });
}

interface DeliveryState {
  pausedUntil: number;
  failures: number;
  problem: string | null;
}

async function runOnce(transport: MailTransport, state: DeliveryState, shouldContinue: () => boolean): Promise<void> {
  const clock = () => new Date();
  const now = clock();
  const wait = state.pausedUntil - now.getTime();
  // Each run on a locked database would block all requests, so it waits. A wait longer than any pause comes from a
  // clock change and is ignored.
  if (wait > 0 && wait <= Math.max(...pausesMs)) return;
  await applyRun(state, await deliverDue(transport, clock, shouldContinue));
}

async function applyRun(state: DeliveryState, { taken, others, unreachable }: Run): Promise<void> {
  for (const { id, what, reason } of others) {
    // A temporary refusal is normal; anything else is an error.
    const write = what === "deferred" && !isPermanent(reason) ? log : logError;
    write(`Mail ${id}: ${what} (${reason})`);
  }
  if (unreachable !== null) return pause(state, `Mail can't be sent (${unreachable}). It stays in the outbox.`);
  if (state.problem !== null && taken > 0) log("Mail is being sent again.");
  state.failures = 0;
  state.problem = null;
  await noteProblem("mail", null);
}

function isPermanent(reason: string): boolean {
  return / 5\d\d$/.test(reason);
}

async function pause(state: DeliveryState, problem: string): Promise<void> {
  state.pausedUntil = Date.now() + (pausesMs[Math.min(state.failures, pausesMs.length - 1)] ?? 0);
  state.failures += 1;
  if (problem !== state.problem) logError(problem);
  await noteProblem("mail", {
    text: "No email could be sent.",
    advice:
      "Check SMTP_URL and the mail server; the server log has the reason. Unsent emails stay in the outbox and leave by themselves.",
  });
  state.problem = problem;
}
