/** The report of a check for its reader, and the file to send to somebody else. Pure. */
import { countText } from "../../../format.ts";
import { formatInstant } from "../../../time/instant-text.ts";
import { pickOf, readRef } from "../ledger-entry.ts";
import { countsOf, findingsText, savedOn, problemsText, rulesText } from "./check-text.ts";
import type { Findings, Noted } from "./findings.ts";
import { type SavedHead, headText } from "../saved-head.ts";
import type { CheckedLedger } from "./served-ledger.ts";

export interface CheckReport {
  verdict: Findings["verdict"];
  title: string;
  /** The verdict in sentences; the most important one first. */
  sentences: string[];
  /** "up to January 15, 2026, 12:00 AM EST", the time of the last entry; '' without one. */
  upTo: string;
  /** The saved head, and the one that is served in its place now. */
  proof: { label: string; hash: string }[];
  counts: ReportCount[];
  /** Says from which entry on all rules apply; empty if they apply from the first. */
  rules: string[];
  /** Says what can still be trusted; '' for an intact record. */
  trust: string;
  /** The first broken entry, to look at. */
  entry: number | null;
  /** SEQ:HASH of the last entry that was read; '' without one. */
  head: string;
  /** The same report in the words of the command line. */
  lines: string[];
}

export interface ReportCount {
  label: string;
  count: number;
  /** The first of these entries, for links. */
  picks: { seq: number; pick: string }[];
}

/** The most entries that one count links to. */
const mostLinks = 300;

/** `zone` is the reader's time zone. */
export function reportOf({ findings, check }: CheckedLedger, zone: string): CheckReport {
  const { verdict, rewritten, broken, head, entries, picks, heldBack } = findings;
  return {
    verdict,
    title: titleOf(findings),
    entry: broken[0]?.seq ?? null,
    lines: findingsText(findings, zone),
    sentences:
      verdict === "intact" ? [intactSentence(findings, lastOf(check.found), zone)] : problemsText(findings, zone),
    upTo: head === null ? "" : `up to ${formatInstant(head.at, zone)}`,
    proof: rewritten === null ? [] : proofOf(rewritten, check.hashes[rewritten.seq - 1], zone),
    counts: [
      { label: "Entries", count: entries, picks: [] },
      { label: "Picks", count: picks, picks: [] },
      ...countsOf(findings).map(({ label, noted }) => reportCount(label, noted)),
      reportCount("Held back past the reveal date", heldBack),
    ],
    rules: rulesText(findings),
    trust: trustText(findings, lastOf(check.found, untilOf(findings)), check.isStopped),
    head: head === null ? "" : headText(head),
  };
}

function reportCount(label: string, noted: readonly Noted[]): ReportCount {
  const picks = noted.slice(0, mostLinks).map(({ seq, ref: text }) => {
    const ref = readRef(text);
    return { seq, pick: ref === null ? "" : pickOf(ref) };
  });
  return { label, count: noted.length, picks };
}

/** Writes the report as a text file. `address` is that of the site, `at` is when the check began (ISO, UTC). */
export function reportFile({ lines, proof, head, trust }: CheckReport, address: string, at: string): string {
  return [
    `Check of the record of ${address}`,
    `Made in a browser at ${at}`,
    "",
    ...lines,
    ...(trust === "" ? [] : [trust]),
    "",
    ...proof.map(({ label, hash }) => `${label}: ${hash}`),
    ...(head === "" ? [] : [`Fingerprint: ${head}`]),
    "",
    `To check it again: npm run verify -- ${address}${head === "" ? "" : ` --head ${head}`}`,
    "",
  ].join("\n");
}

function titleOf({ verdict, broken, rewritten }: Findings): string {
  const first = broken[0];
  if (first !== undefined) return `Broken at entry ${countText(first.seq)}`;
  if (rewritten !== null) return `Broken at entry ${countText(rewritten.seq)}`;
  return verdict === "intact" ? "Intact" : "Held back";
}

function intactSentence({ entries }: Findings, kept: SavedHead | null, zone: string): string {
  if (kept === null) return "First check on this device. Later changes will be detected.";
  const upToIt = `Nothing was removed, changed or inserted up to entry ${countText(kept.seq)}, ${whoseText(kept, zone)}.`;
  return kept.seq === entries ? upToIt : `${upToIt} The entries after it follow from it.`;
}

function whoseText({ kept_at }: SavedHead, zone: string): string {
  return kept_at === null ? "whose fingerprint you gave" : `whose fingerprint was saved on ${savedOn(kept_at, zone)}`;
}

function proofOf(kept: SavedHead, served: string | undefined, zone: string): CheckReport["proof"] {
  return [
    { label: kept.kept_at === null ? "Saved by you" : `Saved on ${savedOn(kept.kept_at, zone)}`, hash: headText(kept) },
    {
      label: "Served now",
      hash: served === undefined ? "no readable entry" : headText({ ...kept, hash: served }),
    },
  ];
}

function trustText({ verdict, broken, rewritten }: Findings, kept: SavedHead | null, isStopped: boolean): string {
  const first = broken[0];
  if (verdict === "intact") return "";
  if (rewritten !== null)
    return kept === null
      ? `Nothing up to entry ${countText(rewritten.seq)} can be trusted. Keep the two lines above: they are the proof.`
      : `Up to entry ${countText(kept.seq)} it matches what was saved. Nothing after it can be trusted. Keep the two lines above: they are the proof.`;
  if (first === undefined) return "Picks that are held back can't be checked, so this record is not called intact.";
  return isStopped
    ? `The entries before ${countText(first.seq)} follow from each other. Nothing from there on can be trusted.`
    : "The entries follow from each other, but what the ones named here say is wrong.";
}

/** Returns the number of the first entry that is broken or rewritten. */
function untilOf({ broken, rewritten }: Findings): number {
  return Math.min(broken[0]?.seq ?? Infinity, rewritten?.seq ?? Infinity);
}

/** Returns the last head before the entry `until`. */
function lastOf(heads: Iterable<SavedHead>, until = Infinity): SavedHead | null {
  const before = [...heads].filter(({ seq }) => seq < until);
  return before.reduce<SavedHead | null>((last, head) => (last === null || head.seq > last.seq ? head : last), null);
}
