/** All texts of a check. Pure. */
import { countText } from "../../../format.ts";
import { formatsByZone, formatInstant } from "../../../time/instant-text.ts";
import type { Broken, BrokenReason, Findings, Noted } from "./findings.ts";
import type { SavedHead } from "../saved-head.ts";

export const reasonTexts: Readonly<Record<BrokenReason, string>> = {
  gap: "of a gap: it is missing, or another entry is in its place",
  predecessor: "of its predecessor: it can't follow the entry before it",
  hash: "of its hash: it does not fit this entry and the one before it",
  digest: "of its digest: what was revealed is not what was sealed",
  "order of time": "of the order of time: it claims an earlier time than the entry before it",
  grade: "of its grade: the rules grade these scores differently",
  units: "of its units: the sealed price and stake give different ones",
  "amended after the start": "it was amended after the start",
  "amended after its verdict": "it was amended after its verdict",
  "amended after it had to be revealed": "it was amended after it had to be revealed",
  "published twice": "it publishes a pick that is there already",
  "settled twice": "it settles a pick that was settled already",
  "a change that isn't named": "of a change that isn't named: it changes something it does not list",
  "a known verdict changed without a reason": "something known was changed without a reason",
  "a time in the future": "it claims a time in the future, by the clock of this machine",
  "import out of place": "it is an import out of place: picks from before the ledger come first",
  format: "of its format: it is not an entry of this kind of ledger",
  backdated: "it is backdated: it claims a time more than 5 minutes before you saved the fingerprint before it",
};
const mostListed = 20;
const dayFormat = formatsByZone("en-GB", { day: "numeric", month: "long" });

/** Returns one or more sentences, the verdict first. `zone` is the reader's time zone. */
export function findingsText(findings: Findings, zone: string): string[] {
  const { restored } = findings;
  return [
    ...problemsText(findings, zone),
    ...(findings.verdict === "intact" ? [intactText(findings, zone)] : []),
    ...countsOf(findings)
      .filter(({ noted }) => noted.length > 0)
      .map(({ label, noted }) => `${label}: ${listText(noted)}.`),
    ...(restored.length > 0 ? [`Restarted from a backup: ${listText(restored.map((seq) => ({ seq })))}.`] : []),
    ...rulesText(findings),
  ];
}

/** Empty if all rules apply from the first entry on. */
export function rulesText({ rulesFrom }: Pick<Findings, "rulesFrom">): string[] {
  return rulesFrom === null
    ? []
    : [
        `An earlier version of the program wrote the entries before ${countText(rulesFrom)}. From there on, each correction must list everything it changes.`,
      ];
}

/** Says why it is broken or held back; empty for an intact record. */
export function problemsText({ broken, rewritten, heldBack }: Findings, zone: string): string[] {
  return [
    ...(rewritten === null ? [] : [rewrittenText(rewritten, zone)]),
    ...broken.slice(0, mostListed).map(brokenText),
    ...(broken.length > mostListed ? [`And broken at ${countText(broken.length - mostListed)} more entries.`] : []),
    ...(heldBack.length > 0 ? [`Held back: ${listText(heldBack)}, not revealed by the time sealed with it.`] : []),
  ];
}

export interface FindingCount {
  label: string;
  noted: readonly Noted[];
}

/** The counts to show beside the verdict. Each can hide a lie, so each one opens to its picks. */
export function countsOf(findings: Findings): FindingCount[] {
  const { amended, corrected, filledIn, publishedLate, moved, byHand, withdrawn, longSealed, lastMinutes } = findings;
  return [
    { label: "Amended before the start", noted: amended },
    { label: "Corrected after the start", noted: corrected },
    { label: "Missing details added after the start", noted: filledIn },
    { label: "Start moved or added later", noted: moved },
    { label: "Graded by hand", noted: byHand },
    { label: "Withdrawn", noted: withdrawn },
    { label: "Published late", noted: publishedLate },
    { label: "Sealed in the last five minutes before the start", noted: lastMinutes },
    { label: "Sealed for more than 30 days", noted: longSealed },
    ...(findings.unnamed.length > 0
      ? [{ label: "Corrected by an earlier version, which did not list everything", noted: findings.unnamed }]
      : []),
  ];
}

/** "Broken at entry 12 because of its hash: …" */
export function brokenText({ seq, reason }: Broken): string {
  return `Broken at entry ${countText(seq)} because ${reasonTexts[reason]}.`;
}

/** "This record was rewritten since 21 November." The day is that of `zone`. */
export function rewrittenText({ seq, kept_at }: SavedHead, zone: string): string {
  if (kept_at === null) return `This record was rewritten since entry ${countText(seq)}, whose fingerprint you saved.`;
  return `This record was rewritten since ${savedOn(kept_at, zone)}.`;
}

/** "21 November" */
export function savedOn(kept_at: string, zone: string): string {
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
