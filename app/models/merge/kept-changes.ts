import { fieldText } from "../../format.ts";

/** `by` is null when the account is gone. */
export interface KeptChange {
  field: string;
  by: string | null;
}

export function savedMessage(
  success: string,
  kept: readonly KeptChange[],
  labels: Readonly<Record<string, string>> = {},
): string {
  if (kept.length === 0) return success;
  const names = [...new Set(kept.map(({ by }) => by ?? "someone else"))].join(" and ");
  const fields = kept.map(({ field }) => labels[field] ?? fieldText(field)).join(", ");
  return `${success}${/[.!]$/.test(success) ? "" : "."} Changes by ${names} were kept: ${fields}.`;
}
