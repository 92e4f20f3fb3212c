/** "Try to fake it": a visitor changes an entry in a copy, and the rules of the check are applied to the copy. Pure. */
import { countText } from "../../../format.ts";
import { outcomeOfShare } from "../../bets/grade.ts";
import { canonicalJson, hashOf, isPlainObject, noHash } from "../canonical.ts";
import type { Entry, GradeFields } from "../ledger-entry.ts";
import { readEntry } from "../read-entry.ts";
import { type SealedContent, betOf, readReveal } from "../sealed-content.ts";
import { gradeProblemOf, shareOfScores } from "../verified-grade.ts";

export interface CopiedEntry {
  seq: number;
  /** Its canonical JSON without `hash`. */
  text: string;
  previousHash: string;
  hash: string;
  /** The sealed version that the entry grades; null for an entry without a grade. */
  content: SealedContent | null;
  /** The number of the last entry. */
  last: number;
}

type ServedEntry = Readonly<Record<string, unknown>>;

/**
 * Returns the newest loss by rule among these entries of the API; without one, another verdict or the last entry. Null
 * when there is none. The first of these entries is skipped, unless the ledger begins with it: its predecessor is not
 * known.
 */
export function entryToCopy(entries: readonly unknown[]): CopiedEntry | null {
  const served = entries.filter(isPlainObject);
  const newest = served.filter((entry, index) => index > 0 || entry.seq === 1).reverse();
  const entry = newest.find(isLossByRule) ?? newest.find(({ type }) => type === "settle") ?? newest[0];
  if (entry === undefined) return null;
  const { hash, reveal: _reveal, ...body } = entry;
  return {
    seq: Number(body.seq),
    text: canonicalJson(body),
    hash: String(hash),
    previousHash: String(served[served.indexOf(entry) - 1]?.hash ?? noHash),
    content: body.type === "settle" ? contentOf(served, body.ref) : null,
    last: Number(served.at(-1)?.seq),
  };
}

function isLossByRule({ type, outcome, by }: ServedEntry): boolean {
  return type === "settle" && outcome === "loss" && by === "rule";
}

/** Returns the content that one of these entries sealed; null when it is not revealed. */
function contentOf(served: readonly ServedEntry[], ref: unknown): SealedContent | null {
  const sealing = served.find((entry) => entry.ref === ref && (entry.type === "publish" || entry.type === "amend"));
  const read = readReveal(sealing?.reveal);
  return "reveal" in read ? read.reveal.content : null;
}

export interface CopyVerdict {
  isIntact: boolean;
  text: string;
}

export function checkCopy(entry: CopiedEntry, copy: string): CopyVerdict {
  const value = parsed(copy);
  if (!isPlainObject(value)) return { isIntact: false, text: "This isn't an entry in JSON." };
  const hash = hashIn(entry.previousHash, value);
  if (hash === entry.hash)
    return { isIntact: true, text: `Intact: this is entry ${countText(entry.seq)} as it was written.` };
  const problems = problemsOf(entry, value);
  const about = problems.length === 0 ? "" : `: ${problems.join(", and ")}`;
  return { isIntact: false, text: `Entry ${countText(entry.seq)} was changed${about}. ${effortText(entry)}` };
}

function problemsOf({ seq, content }: CopiedEntry, value: object): string[] {
  const read = readEntry(value);
  if ("problem" in read) return [`it is no longer an entry: ${read.problem}`];
  const { entry } = read;
  const grade = gradeIn(entry);
  const problem = grade && content && gradeProblemOf(content, grade);
  return [
    ...(entry.seq === seq ? [] : [`entry ${countText(seq)} is missing`]),
    ...(problem && content && grade ? [gradeText(problem, content, grade)] : []),
  ];
}

function gradeIn(entry: Entry): GradeFields | null {
  return entry.type === "settle" ? entry : null;
}

/** "112 to 106 grades as a loss": the away score first. */
function gradeText(problem: "grade" | "units", content: SealedContent, grade: GradeFields): string {
  const { away_score = "", home_score = "" } = grade;
  const share = shareOfScores(betOf(content), grade);
  if (problem === "units" || share === null)
    return problem === "units" ? "the sealed price and stake give other units" : "the rules grade this differently";
  return `${away_score} to ${home_score} grades as a ${outcomeOfShare(share)}`;
}

function effortText({ seq, last }: CopiedEntry): string {
  return seq === last
    ? "To hide it, its hash would have to be computed again, and copies that people saved would no longer match."
    : "To hide it, every later entry would have to be rebuilt, and copies that people saved would no longer match.";
}

function hashIn(previousHash: string, value: object): string | null {
  try {
    return hashOf(previousHash, canonicalJson(value));
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
