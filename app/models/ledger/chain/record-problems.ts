/** What the operator is told when the check of the ledger and its tables fails. Pure. */
import { countText } from "../../../figures.ts";
import { findingsText } from "../check/check-text.ts";
import type { Findings } from "../check/findings.ts";

export interface LedgerCheck {
  findings: Findings;
  /** What differs between the tables and the ledger, in words: "regular:17: its line is not that of the ledger". */
  differences: string[];
}

/** A sentence for the chain and one for the tables; none when both are as they must be. */
export function recordProblems({ findings, differences }: LedgerCheck, zone: string): string[] {
  return [
    ...(findings.verdict === "intact" ? [] : [chainProblem(findings, zone)]),
    ...(differences.length === 0 ? [] : [tablesProblem(differences)]),
  ];
}

function chainProblem(findings: Findings, zone: string): string {
  const [first = ""] = findingsText(findings, zone);
  return `The public record does not check: ${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}

function tablesProblem(differences: readonly string[]): string {
  const [first = ""] = differences;
  const more = differences.length > 1 ? `, and ${countText(differences.length - 1)} more` : "";
  return `The tables differ from the record: ${first}${more}.`;
}
