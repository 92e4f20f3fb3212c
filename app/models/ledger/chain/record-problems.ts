/** The texts for the operator when the check of the ledger and its tables fails. Pure. */
import { countText } from "../../../format.ts";
import { brokenText, findingsText } from "../check/check-text.ts";
import type { Findings } from "../check/findings.ts";

export interface LedgerCheck {
  findings: Findings;
  /** The differences between the tables and the ledger, in words: "regular:17: its line is not that of the ledger". */
  differences: string[];
}

/** Returns a sentence about the chain and one about the tables, each only if there is a problem. */
export function recordProblems({ findings, differences }: LedgerCheck, zone: string): string[] {
  return [
    ...(findings.verdict === "intact" ? [] : [chainProblem(findings, zone)]),
    ...(differences.length === 0 ? [] : [tablesProblem(differences)]),
  ];
}

function chainProblem(findings: Findings, zone: string): string {
  const first = firstProblem(findings, zone);
  return `The public record does not check: ${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}

/** Names the first entry that is wrong. The head that was compared is the one that the server saves in a file. */
function firstProblem(findings: Findings, zone: string): string {
  const { broken, rewritten } = findings;
  const [first] = broken;
  if (first !== undefined && first.seq <= (rewritten?.seq ?? Infinity)) return brokenText(first);
  if (rewritten === null) return findingsText(findings, zone)[0] ?? "";
  return `Entry ${countText(rewritten.seq)} is not the one whose hash this server kept beside the database.`;
}

function tablesProblem(differences: readonly string[]): string {
  const [first = ""] = differences;
  const more = differences.length > 1 ? `, and ${countText(differences.length - 1)} more` : "";
  return `The tables differ from the record: ${first}${more}.`;
}
