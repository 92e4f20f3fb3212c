/** All words of a check. Pure. */
import { countText } from "../../../figures.ts";
import { formatInstant, formatsByZone } from "../../../format.ts";
import type { Broken, BrokenReason, Findings, Noted } from "./findings.ts";
import type { KeptHead } from "./kept-head.ts";

const because: Readonly<Record<BrokenReason, string>> = {
  gap: "of a gap: another entry is in its place, or none",
  predecessor: "of its predecessor: it can't follow the entry before it",
  hash: "of its hash: it is not the hash of this entry after the one before it",
  digest: "of its digest: what was revealed is not what was sealed",
  "order of time": "of the order of time: it claims an earlier time than the entry before it",
  grade: "of its grade: the rules grade these scores otherwise",
  units: "of its units: the sealed price and stake give others",
  "amended after the start": "it was amended after the start",
  "import out of place": "it is an import out of place: picks from before the ledger come first",
  format: "of its format: it is no entry of this kind of ledger",
  backdated: "it is backdated: it claims a time more than 5 minutes before you kept the head before it",
};
const mostListed = 20;
const dayFormat = formatsByZone("en-GB", { day: "numeric", month: "long" });

/** A sentence or more; the verdict first. `zone` is that of the reader's times. */
export function findingsText(findings: Findings, zone: string): string[] {
  const { restored } = findings;
  return [
    ...problemsText(findings, zone),
    ...(findings.verdict === "intact" ? [intactText(findings, zone)] : []),
    ...countsOf(findings)
      .filter(({ noted }) => noted.length > 0)
      .map(({ label, noted, isNamed }) => `${label}: ${isNamed ? listText(noted) : countText(noted.length)}.`),
    ...(restored.length > 0 ? [`Begun again from a backup: ${listText(restored.map((seq) => ({ seq })))}.`] : []),
  ];
}

/** What makes it broken or held back; nothing of an intact record. */
export function problemsText({ broken, rewritten, heldBack }: Findings, zone: string): string[] {
  return [
    ...(rewritten === null ? [] : [rewrittenText(rewritten, zone)]),
    ...broken.slice(0, mostListed).map(brokenText),
    ...(broken.length > mostListed ? [`And broken at ${countText(broken.length - mostListed)} more entries.`] : []),
    ...(heldBack.length > 0
      ? [`Held back: ${listText(heldBack)}, not revealed by the time that was sealed with it.`]
      : []),
  ];
}

export interface FindingCount {
  label: string;
  noted: readonly Pick<Noted, "seq">[];
  /** Whether it says which ones. */
  isNamed: boolean;
}

/** What has to be said beside the verdict. */
export function countsOf(findings: Findings): FindingCount[] {
  const { amended, corrected, filledIn, publishedLate, longSealed } = findings;
  return [
    { label: "Amended before the start", noted: amended, isNamed: false },
    { label: "Corrected after the start", noted: corrected, isNamed: true },
    { label: "Filled in after the start, of what was unknown", noted: filledIn, isNamed: false },
    { label: "Published late", noted: publishedLate, isNamed: false },
    { label: "Sealed for more than 30 days", noted: longSealed, isNamed: false },
  ];
}

/** "Broken at entry 12 because of its hash: …" */
export function brokenText({ seq, reason }: Broken): string {
  return `Broken at entry ${countText(seq)} because ${because[reason]}.`;
}

/** "This record was rewritten since 21 November." The day is that of `zone`. */
export function rewrittenText({ seq, kept_at }: KeptHead, zone: string): string {
  if (kept_at === null) return `This record was rewritten since entry ${countText(seq)}, whose hash you kept.`;
  return `This record was rewritten since ${keptOn(kept_at, zone)}.`;
}

/** "21 November" */
export function keptOn(kept_at: string, zone: string): string {
  return dayFormat(zone).format(new Date(kept_at));
}

function intactText({ entries, picks, head }: Findings, zone: string): string {
  const counts = `${counted(entries, "entry", "entries")}, ${counted(picks, "pick", "picks")}`;
  return `Intact: ${counts}${head === null ? "" : `, up to ${formatInstant(head.at, zone)}`}.`;
}

/** "2 (entries 5, 12)" */
function listText(noted: readonly Pick<Noted, "seq">[]): string {
  const shown = noted.slice(0, mostListed).map(({ seq }) => countText(seq));
  const more = noted.length > mostListed ? " …" : "";
  return `${countText(noted.length)} (${noted.length === 1 ? "entry" : "entries"} ${shown.join(", ")}${more})`;
}

function counted(count: number, one: string, many: string): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
