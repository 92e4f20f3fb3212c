import { Refusal } from "../refusal.ts";

/** The last part of a page's address, such as "remove"; null without one. Refuses with "not-found" an unknown one. */
export function stepIn<Step extends string>(steps: readonly Step[], given: string): Step;
export function stepIn<Step extends string>(steps: readonly Step[], given: string | undefined): Step | null;
export function stepIn<Step extends string>(steps: readonly Step[], given: string | undefined): Step | null {
  if (given === undefined) return null;
  const step = steps.find((each) => each === given);
  if (step === undefined) throw new Refusal("not-found", "There is nothing at this address.");
  return step;
}
