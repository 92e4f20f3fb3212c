/** Sends the head of the record to a chat or another service: a third party's clock. */
import { secondMs } from "../time/durations.ts";
import { env } from "../env.server.ts";
import { log, logError } from "../log.server.ts";
import { noteProblem } from "../models/upkeep/health.server.ts";
import type { Head } from "../models/ledger/chain/append.server.ts";
import { giveBackHead, takeNewHead } from "../models/ledger/chain/new-head.server.ts";
import { headText } from "../models/ledger/saved-head.ts";
import { repeatedly } from "../repeatedly.server.ts";

const everyMs = 5 * secondMs;
const longestWaitMs = 10 * secondMs;

/**
 * Does nothing without an address. No head is sent twice: one that may have arrived is not tried again, the next one covers
 * it. One that certainly didn't arrive is tried a minute later.
 */
export function startHeadPublishing(url = env.WITNESS_WEBHOOK_URL): () => void {
  if (url === undefined) return () => undefined;
  let problem = "";
  return repeatedly("witness", async () => {
    const failure = await sendHead(url).catch(() => "its head could not be read or noted");
    if (failure !== null && failure !== problem) await tell(failure, problem);
    if (failure !== null) problem = failure;
    return everyMs;
  });
}

/** Why it failed; '' when it was sent, null when there was nothing to send. The address is a secret: nothing names it. */
async function sendHead(url: string): Promise<string | null> {
  const head = await takeNewHead(new Date());
  if (head === null) return null;
  const { failure, isCertain } = await post(url, lineOf(head));
  if (isCertain) await giveBackHead(head);
  return failure;
}

/** "Record head 1234:<64 hex digits> 2026-11-24T18:03:11.000Z" */
function lineOf(head: Head): string {
  return `Record head ${headText(head)} ${head.at}`;
}

/** Node's codes for a connection that was never made. */
const neverConnected = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** The service may have taken it before it failed. */
const isServerError = ({ status }: Response) => String(status).startsWith("5");

interface Posted {
  /** '' = it was taken. */
  failure: string;
  /** True when it certainly did not arrive, or was refused. */
  isCertain: boolean;
}

/** Discord reads `content`, Slack `text`. */
async function post(url: string, line: string): Promise<Posted> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ content: line, text: line }),
      signal: AbortSignal.timeout(longestWaitMs),
      redirect: "error",
    });
    await answer.body?.cancel();
    if (answer.ok) return { failure: "", isCertain: false };
    return { failure: `it answers ${answer.status}`, isCertain: !isServerError(answer) };
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    return {
      failure: "it can't be reached, or its answer took too long",
      isCertain: neverConnected.some((each) => each === code),
    };
  }
}

async function tell(failure: string, before: string): Promise<void> {
  if (failure === "") {
    if (before !== "") log("The witness of the record gets heads again.");
    return noteProblem("witness", null);
  }
  logError(`The witness of the record got no head: ${failure}. The next one is tried in a minute.`);
  await noteProblem("witness", {
    text: "The witness of the record gets no heads.",
    advice:
      "Check WITNESS_WEBHOOK_URL and the service behind it; the server log has the reason. The next head that arrives covers all before it.",
  });
}
