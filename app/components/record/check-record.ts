/** Loads the whole record into this browser and checks it. Loaded on first use. */
import "../shared/frame.tsx";
import { secondMs } from "../../time/durations.ts";
import { type CheckReport, reportFile, reportOf } from "../../models/ledger/check/check-report.ts";
import { type CopiedEntry, entryToCopy } from "../../models/ledger/check/copy-check.ts";
import { ledgerPath } from "../../paths/record.ts";
import { type SavedHead, findHead, headMistake, readHeads, withHead } from "../../models/ledger/saved-head.ts";
import { checkServed, pageOf, UnreadableLedger } from "../../models/ledger/check/served-ledger.ts";

export interface Progress {
  done: number;
  total: number;
  /** Seconds until the server takes the next call; 0 while nothing waits for it. */
  waits: number;
}

interface Asked {
  /** The pasted text; '' = none. */
  head: string;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export interface Checked {
  report: CheckReport;
  /** The same as a text file. */
  file: string;
  /** Whether this browser keeps the head for the next check. */
  isKept: boolean;
}

const noAnswer = "The server didn't respond. That says nothing about the record. Try again.";
const noLedger = "The server did not send a ledger.";
const ownMistake = "The check itself failed, which is our mistake and says nothing about the record. Please tell us: ";
const storageKey = "record-heads";
const pageSize = 500;
const mostWaits = 20;
/** The longest work without a pause, so that the page stays usable. */
const busyMs = 12;

/** The other rules that this page needs: one file to load. */
export { checkCopy } from "../../models/ledger/check/copy-check.ts";

/** The newest loss that a rule gave, of the newest entries; without one, another verdict or the last entry. */
export async function copyEntry(): Promise<CopiedEntry | { failure: string }> {
  const { signal } = new AbortController();
  try {
    const { head } = pageOf(await fetchPage(0, signal, () => undefined, 1));
    const page = await fetchPage(Math.max(0, head.seq - pageSize), signal, () => undefined);
    return entryToCopy(pageOf(page).entries) ?? { failure: noLedger };
  } catch (error) {
    return { failure: error instanceof UnreadableLedger ? error.message : ownMistake + String(error) };
  }
}

/** `mistake` is about the head that was given; `failure` says why nothing could be checked. Rejects when it was stopped. */
export async function checkRecord(asked: Asked): Promise<Checked | { mistake: string } | { failure: string }> {
  if (asked.head !== "" && findHead(asked.head) === null) return { mistake: headMistake };
  try {
    return await checked(asked);
  } catch (error) {
    if (asked.signal.aborted) throw error;
    return { failure: error instanceof UnreadableLedger ? error.message : ownMistake + String(error) };
  }
}

async function checked({ head, signal, onProgress }: Asked): Promise<Checked> {
  const now = new Date();
  const given = findHead(head);
  const kept = savedHeads();
  let progress: Progress = { done: 0, total: 0, waits: 0 };
  const show = (change: Partial<Progress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const ledger = await checkServed({
    readPage: pagesOf(signal, (waits) => show({ waits })),
    clock: () => new Date(),
    kept: given === null ? kept : [...kept, given],
    onProgress: (done, total) => show({ done, total }),
    pause: pauses(signal),
  });
  const { head: last, verdict } = ledger.findings;
  // Read again: another tab may have kept one meanwhile.
  const isKept =
    verdict !== "broken" && last !== null && keep(withHead(savedHeads(), { ...last, kept_at: now.toISOString() }));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const report = reportOf(ledger, timeZone);
  return { report, file: reportFile(report, location.origin, now.toISOString()), isKept };
}

/** The heads that earlier checks in this browser saved. */
function savedHeads(): SavedHead[] {
  try {
    return readHeads(localStorage.getItem(storageKey) ?? "");
  } catch {
    return [];
  }
}

export function forgetHeads(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {}
}

/** False where the browser lets pages keep nothing. */
function keep(heads: readonly SavedHead[]): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(heads.map(({ seq, hash, kept_at }) => ({ seq, hash, kept_at }))));
    return true;
  } catch {
    return false;
  }
}

/** The next page is on its way while one is checked. */
function pagesOf(signal: AbortSignal, onWait: (seconds: number) => void): (after: number) => Promise<unknown> {
  let next: { after: number; page: Promise<unknown> } | null = null;
  return async (after) => {
    const page = await (next?.after === after ? next.page : fetchPage(after, signal, onWait));
    const { head, entries } = pageOf(page);
    const behind = after + entries.length;
    next = entries.length > 0 && behind < head.seq ? { after: behind, page: fetchPage(behind, signal, onWait) } : null;
    // Its failure is reported when it is asked for.
    next?.page.catch(() => null);
    return page;
  };
}

async function fetchPage(
  after: number,
  signal: AbortSignal,
  onWait: (seconds: number) => void,
  limit = pageSize,
): Promise<unknown> {
  for (let waits = 0; ; waits += 1) {
    const address = `${ledgerPath}?after=${after}&limit=${limit}`;
    const answer = await fetch(address, { signal, cache: "no-store" }).catch(() => notRead(noAnswer));
    if (answer.ok) return answer.json().catch((error) => notRead(error instanceof SyntaxError ? noLedger : noAnswer));
    // It takes 120 calls a minute, and a long record needs more; or it is busy.
    const seconds = Number(answer.headers.get("retry-after") ?? NaN);
    if (Number.isNaN(seconds) || waits === mostWaits) return notRead(`The server answered ${answer.status}.`);
    for (let left = seconds; left > 0; left -= 1) {
      onWait(left);
      await wait(secondMs, signal);
    }
    onWait(0);
  }
}

function notRead(message: string): never {
  throw new UnreadableLedger(message);
}

function pauses(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < busyMs) return;
    signal.throwIfAborted();
    await turn();
    since = performance.now();
  };
}

/** Lets the browser paint and answer. A timer would wait at least 4 ms each time. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
