import { z } from "zod";
import { Refusal } from "../../refusal.ts";

/** The box of a form that says that what held something may be emptied. */
export const emptyConfirmed = z.unknown().optional().transform((value) => value === "yes").meta({ type: "string" });

/** Asks, by that box, before texts that members see are gone. */
export function askToConfirmEmpty(labels: readonly string[]): Refusal {
  const what = labels.join(" and ");
  return new Refusal("invalid", `Nothing was saved yet: this would empty ${what}. Check the box below if you mean it.`, { fields: { emptyConfirmed: `${what} will be empty for members.` } });
}
