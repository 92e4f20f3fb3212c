/** Addresses of the public record. Pure. */
import { withQuery } from "./paths.ts";

export const recordPath = "/record";
export const sealedPath = "/record/sealed";
export const howToCheckPath = "/record/how-to-check";
export const recordFilePath = "/record.csv";
export const recordFeedPath = "/record.xml";

/** `pick` is its stream and id: "regular:17". */
export function recordPickPath(pick: string): string {
  return `${recordPath}/picks/${pick}`;
}

/** A program that checks the record, by its file's name. */
export function programPath(name: string): string {
  return `/check/${name}`;
}

/** The revealed picks that a choice of `show` lets through. */
export function recordListPath(show: string): string {
  return `${withQuery(recordPath, "", { show })}#picks`;
}

/** The file of the picks that a search of the record's page lets through. */
export function recordFileOf(search: string): string {
  return withQuery(recordFilePath, search, { page: "", split: "" });
}

/** The record's pages have nothing for scripts to do: they are sent without. */
export function isStillPath(pathname: string): boolean {
  return pathname === recordPath || pathname.startsWith(`${recordPath}/`);
}
