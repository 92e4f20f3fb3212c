/**
 * `npm run verify -- URL-or-FILE [--head SEQ:HASH]` checks the record of a site, or a copy of it, without trusting either: exit
 * code 0 when it is intact, 1 when it is broken or something is held back, 2 when it can't be read.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findingsText } from "../app/models/ledger/check/check-text.ts";
import { type SavedHead, findHead } from "../app/models/ledger/saved-head.ts";
import { checkServed, pageOf, UnreadableLedger } from "../app/models/ledger/check/served-ledger.ts";

const usage = "Usage: npm run verify -- URL-or-FILE [--head SEQ:HASH]";
const [pageSize, mostWaits, secondMs] = [500, 10, 1000];

async function verify(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { head: { type: "string", multiple: true } },
  });
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new UnreadableLedger(usage);
  const readPage = /^https?:\/\//.test(source) ? pagesOf(source) : fileOf(source);
  const { findings } = await checkServed({
    readPage,
    clock: () => new Date(),
    kept: (values.head ?? []).map(savedHead),
  });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const line of findingsText(findings, timeZone)) console.log(line);
  if (findings.head !== null) console.log(`Fingerprint: ${findings.head.seq}:${findings.head.hash}`);
  return findings.verdict === "intact" ? 0 : 1;
}

function savedHead(text: string): SavedHead {
  const head = findHead(text);
  if (head === null)
    throw new UnreadableLedger(
      `A fingerprint is SEQ:HASH, with 64 hex digits, and after a space the time when you saved it: ${text}`,
    );
  return head;
}

/** All entries at once, as somebody saved them. */
function fileOf(path: string): (after: number) => Promise<unknown> {
  return async (after) => {
    const page = pageOf(parsed(readFileSync(path, "utf8")));
    return after === 0 ? page : { ...page, entries: [] };
  };
}

/** Checks the record of a site, by its address. */
function pagesOf(address: string): (after: number) => Promise<unknown> {
  const base = new URL("/api/record/ledger", address);
  return async (after) => {
    base.search = `?after=${after}&limit=${pageSize}`;
    for (let waits = 0; ; waits += 1) {
      const answer = await fetch(base);
      // 120 calls a minute: a long record needs more than one.
      const isBusy = answer.status === 429 && waits < mostWaits;
      if (!isBusy && !answer.ok) throw new UnreadableLedger(`${base.href} answers ${answer.status}.`);
      const text = await answer.text();
      if (!isBusy) return parsed(text);
      await wait(Number(answer.headers.get("retry-after") ?? 1) * secondMs);
    }
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableLedger("This is not a ledger: it is not JSON.");
  }
}

process.exitCode = await verify(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 2;
});
