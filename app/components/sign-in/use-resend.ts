import { type FormEvent, useEffect, useState } from "react";
import type { Notice } from "../../session/notice.ts";
import type { Answer } from "./auth-page.tsx";
import { postToApi } from "../../browser/post-to-api.ts";
import { resendSeconds, useCountdown } from "./use-countdown.ts";

interface ResendRequest {
  /** The page's answer when the code was requested. */
  after: Answer;
  /** Null while the request is pending. */
  outcome: Notice | null;
}

/**
 * Requests another code through the API, without a navigation: the typed code and password stay. Without scripts the form posts to
 * /forgot-password. `wait` is how many seconds an earlier request still blocks. `request` is null again once the page's own form has a new `answer`: only one outcome is shown.
 */
export function useResend(email: string, answer: Answer, wait: number) {
  const { left, start } = useCountdown();
  useEffect(() => start(wait), [start, wait]);
  const [last, setLast] = useState<ResendRequest | null>(null);
  const resend = async (event: FormEvent) => {
    event.preventDefault();
    const report = (outcome: Notice | null) => setLast({ after: answer, outcome });
    report(null);
    const problem = await postToApi("/api/request-otp", { email }, "Failed to resend OTP");
    report(problem === null ? { text: "OTP sent! Check your email.", tone: "good" } : { text: problem, tone: "bad" });
    start(resendSeconds);
  };
  return { request: last?.after === answer ? last : null, left, resend };
}
