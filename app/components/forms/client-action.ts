import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { answerMs } from "../../durations.ts";
import type { FailedForm } from "../../doors/form-state.ts";
import { keepsPageData, offlineText } from "../../doors/form-state.ts";
import { secretField } from "../../doors/secret-field.ts";

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
  return submitOrFail(args, noAnswer);
}

/** That of a form with words for an answer that is none of ours. */
export function submitOrFail(args: ClientActionFunctionArgs, failed: string): Promise<unknown> {
  return submitOrExplain(args, { unsent: navigator.onLine ? noAnswer : offlineText, failed });
}

/** A form's client action: where no answer comes, the page says so and keeps what was typed, rather than an error in its place. */
export async function submitOrExplain({ request, serverAction }: ClientActionFunctionArgs, { unsent, failed }: Texts): Promise<unknown> {
  const typed = request.clone();
  try {
    const answer = await Promise.race([serverAction<unknown>(), new Promise((_resolve, reject) => setTimeout(reject, answerMs, new TypeError()))]);
    // A page of the network's own: ours are never a text.
    if (typeof answer === "string") throw new TypeError();
    return answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const values = [...(await typed.formData())].filter((entry): entry is [string, string] => typeof entry[1] === "string" && !secretField.test(entry[0]));
    // fetch rejects with a TypeError; a redirect or a refusal is a Response.
    return { message: error instanceof TypeError ? unsent : failed, errors: {}, values: Object.fromEntries(values), unanswered: true } satisfies FailedForm;
  }
}

/**
 * Asks for the page's data again as usual, but not where the answer leaves them as they were. After a form that was not taken an error would stand
 * in the place of the page and of all that was typed, where those data were lost; a page that moves on would wait for them first.
 */
export function revalidateUnlessKept({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !keepsPageData(actionResult);
}
