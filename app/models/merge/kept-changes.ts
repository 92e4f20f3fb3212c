/** What a colleague changed while a form was filled in, in words. Pure. */
import { fieldText } from "../../format.ts";

/** A field that somebody else alone changed meanwhile; the name is null when the account is gone. */
export interface KeptChange {
  field: string;
  by: string | null;
}

/** Says after a save, which `done` says, what of others stays: nothing more where there is none. */
export function savedMessage(done: string, kept: readonly KeptChange[], labels: Readonly<Record<string, string>> = {}): string {
  if (kept.length === 0) return done;
  const names = [...new Set(kept.map(({ by }) => by ?? "somebody else"))].join(" and ");
  const fields = kept.map(({ field }) => labels[field] ?? fieldText(field)).join(", ");
  return `${done}${/[.!]$/.test(done) ? "" : "."} What ${names} changed meanwhile was kept: ${fields}.`;
}
