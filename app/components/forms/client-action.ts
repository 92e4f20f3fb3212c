import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { responseTimeoutMs } from "../../time/durations.ts";
import { type FailedForm, keepsPageData, offlineText } from "../../http/form-state.ts";
import { secretField } from "../../http/secret-field.ts";

interface Texts {
  unsent: string;
  /** Shown for a response that this server did not send. */
  failed: string;
}

const noAnswer = "The server didn't respond. Check if this was saved before you send it again.";

export function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  return submitOrFail(args, noAnswer);
}

export function submitOrFail(args: ClientActionFunctionArgs, failed: string): Promise<unknown> {
  return submitOrExplain(args, { unsent: navigator.onLine ? noAnswer : offlineText, failed });
}

/** When no response arrives, the page shows a message and keeps the submitted values instead of an error page. */
export async function submitOrExplain(
  { request, serverAction }: ClientActionFunctionArgs,
  { unsent, failed }: Texts,
): Promise<unknown> {
  const submitted = request.clone();
  try {
    const answer = await Promise.race([
      serverAction<unknown>(),
      new Promise((_resolve, reject) => setTimeout(reject, responseTimeoutMs, new TypeError())),
    ]);
    // A text is a page of the network, such as a Wi-Fi login: our actions never return one.
    if (typeof answer === "string") throw new TypeError();
    return answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const values = [...(await submitted.formData())].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && !secretField.test(entry[0]),
    );
    // fetch rejects with a TypeError; a redirect or a refusal is a Response.
    return {
      message: error instanceof TypeError ? unsent : failed,
      errors: {},
      values: Object.fromEntries(values),
      unanswered: true,
    } satisfies FailedForm;
  }
}

/** Skips useless reloads. After a failed form, a reload that fails too would replace what was typed with an error page. */
export function revalidateUnlessKept({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !keepsPageData(actionResult);
}
