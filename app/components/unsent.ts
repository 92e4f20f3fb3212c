import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { FailedForm } from "../doors/form-state.ts";
import { isUnsent, offlineText } from "../doors/form-state.ts";
import { secretField } from "../doors/secret-field.ts";

interface Texts {
  /** For a lost network. */
  unsent: string;
  /** For an answer that is none of ours. */
  failed: string;
}

// The form may have arrived: only its answer is known to be missing.
const noAnswer = "No answer came. Check whether this was saved before you send it again.";

/** The client action of a form without words of its own for this. */
export function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  return orFailed(args, noAnswer);
}

/** That of a form with words for an answer that is none of ours. */
export function orFailed(args: ClientActionFunctionArgs, failed: string): Promise<unknown> {
  return orUnsent(args, { unsent: navigator.onLine ? noAnswer : offlineText, failed });
}

/** A form's client action: where no answer comes, the page says so and keeps what was typed, rather than an error in its place. */
export async function orUnsent({ request, serverAction }: ClientActionFunctionArgs, { unsent, failed }: Texts): Promise<unknown> {
  const typed = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const values = [...(await typed.formData())].filter((entry): entry is [string, string] => typeof entry[1] === "string" && !secretField.test(entry[0]));
    // fetch rejects with a TypeError; a redirect or a refusal is a Response.
    const failure: FailedForm = { message: error instanceof TypeError ? unsent : failed, errors: {}, values: Object.fromEntries(values), unsent: true };
    return failure;
  }
}

/** Asks for the page's data again as usual, but not over a network that was just lost: that failure would take the page away. */
export function unlessUnsent({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !isUnsent(actionResult);
}
