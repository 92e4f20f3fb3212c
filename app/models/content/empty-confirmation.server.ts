import { Refusal } from "../../refusal.ts";

export function askToConfirmEmpty(labels: readonly string[]): Refusal {
  const names = labels.join(" and ");
  return new Refusal(
    "invalid",
    `Nothing was saved yet: this would empty ${names}. Check the box below if you mean it.`,
    { fields: { confirm_empty: `${names} will be empty for members.` } },
  );
}
