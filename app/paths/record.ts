/** Addresses of the public record. Pure. */
import { withQuery } from "./paths.ts";

export const recordPath = "/record";
export const sealedPath = "/record/sealed";
export const verifyPath = "/record/verify";
export const howToCheckPath = "/record/how-to-check";
export const recordFilePath = "/record.csv";
export const recordFeedPath = "/record.xml";

/** `pick` is its stream and id: "regular:17". */
export function recordPickPath(pick: string): string {
  return `${recordPath}/picks/${pick}`;
}

/** The program that checks the record without ours. */
export const programPath = "/check/check-record.py";

/** The first entries as they are served. */
export const ledgerPath = "/api/record/ledger";

/** The revealed picks that a choice of `show` lets through. */
export function recordListPath(show: string): string {
  return `${withQuery(recordPath, "", { show })}#picks`;
}

/** The file of the picks that a search of the record's page lets through. */
export function recordFileOf(search: string): string {
  return withQuery(recordFilePath, search, { page: "", split: "" });
}

/** An entry as it is served. */
export function entryPath(seq: number): string {
  return `${ledgerPath}?after=${seq - 1}&limit=1`;
}

/** The check, with a head that somebody kept: SEQ:HASH, and the time of its entry. */
export function verifyHeadPath(head: string): string {
  return withQuery(verifyPath, "", { head });
}

/** The check with its scripts, also over a slow network. */
export const scriptsParam = "scripts";

export function verifyWithScriptsPath(search: string): string {
  return withQuery(verifyPath, search, { [scriptsParam]: "1" });
}
