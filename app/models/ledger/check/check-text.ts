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
  const { broken, rewritten, heldBack, restored, corrected } = findings;
  const lines = [
    rewritten !== null && rewrittenText(rewritten, zone),
    ...broken.slice(0, mostListed).map(brokenText),
    broken.length > mostListed && `And broken at ${countText(broken.length - mostListed)} more entries.`,
    heldBack.length > 0 && `Held back: ${listText(heldBack)}, not revealed by the time that was sealed with it.`,
    findings.verdict === "intact" && intactText(findings, zone),
    findings.amended.length > 0 && `Amended before the start: ${countText(findings.amended.length)}.`,
    corrected.length > 0 && `Corrected after the start: ${listText(corrected)}.`,
    findings.filledIn.length > 0 &&
      `Filled in after the start, of what was unknown: ${countText(findings.filledIn.length)}.`,
    findings.publishedLate.length > 0 && `Published late: ${countText(findings.publishedLate.length)}.`,
    findings.longSealed.length > 0 && `Sealed for more than 30 days: ${countText(findings.longSealed.length)}.`,
    restored.length > 0 && `Begun again from a backup: ${listText(restored.map((seq) => ({ seq })))}.`,
  ];
  return lines.filter((line) => line !== false);
}

/** "Broken at entry 12 because of its hash: …" */
export function brokenText({ seq, reason }: Broken): string {
  return `Broken at entry ${countText(seq)} because ${because[reason]}.`;
}

/** "This record was rewritten since 21 November." The day is that of `zone`. */
export function rewrittenText({ seq, kept_at }: KeptHead, zone: string): string {
  if (kept_at === null) return `This record was rewritten since entry ${countText(seq)}, whose hash you kept.`;
  return `This record was rewritten since ${dayFormat(zone).format(new Date(kept_at))}.`;
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
