import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { FailedForm } from "../form-state.ts";

interface Texts {
  /** For a lost network. */
  unsent: string;
  /** For an answer that is none of ours. */
  failed: string;
}

/** A form's client action: where no answer comes, the page says so and keeps what was typed, rather than an error in its place. */
export async function orUnsent({ serverAction }: ClientActionFunctionArgs, { unsent, failed }: Texts): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // fetch rejects with a TypeError; a redirect or a refusal is a Response.
    const failure: FailedForm = { message: error instanceof TypeError ? unsent : failed, errors: {}, values: {}, unsent: true };
    return failure;
  }
}

/** True for what such an action answers in place of the server. */
export function isUnsent(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "unsent" in answer;
}

/** Asks for the page's data again as usual, but not over a network that was just lost: that failure would take the page away. */
export function unlessUnsent({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !isUnsent(actionResult);
}
