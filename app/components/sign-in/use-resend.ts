import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import type { Notice } from "../../session.server.ts";
import type { Answer } from "./auth-page.tsx";
import { postToApi } from "../shared/post-to-api.ts";
import { resendSeconds, useCountdown } from "./use-countdown.ts";

/** Another code that was asked for. */
interface Asked {
  /** What the page had last said of its own form by then. */
  after: Answer;
  /** None while it is under way. */
  outcome: Notice | null;
}

/**
 * Asks for another code through the API, after a wait. Not a navigation: the code and the password that were typed meanwhile stay. Without scripts
 * the form posts to the page before. One thing is said at a time: `asked` is null once the page's own form has an `answer` again.
 */
export function useResend(email: string, answer: Answer) {
  const { left, start } = useCountdown(resendSeconds);
  useEffect(start, [start]);
  const [last, setLast] = useState<Asked | null>(null);
  const resend = async (event: FormEvent) => {
    event.preventDefault();
    const ask = (outcome: Notice | null) => setLast({ after: answer, outcome });
    ask(null);
    const problem = await postToApi("/api/request-otp", { email }, "Failed to resend OTP");
    ask(problem === null ? { text: "OTP sent! Check your email.", tone: "good" } : { text: problem, tone: "bad" });
    start();
  };
  return { asked: last?.after === answer ? last : null, left, resend };
}
