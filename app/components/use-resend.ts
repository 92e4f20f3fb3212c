import type { FormEvent } from "react";
import { useState } from "react";
import type { Notice } from "../session.server.ts";
import { problemOfCall } from "./problem-of-call.ts";

/**
 * Asks for another code through the API. Not a navigation: the code and the password that were typed meanwhile stay. Without scripts the
 * form posts to the page before.
 */
export function useResend(email: string, onAnswer: () => void) {
  const [state, setState] = useState<{ busy: boolean; outcome: Notice | null }>({ busy: false, outcome: null });
  const resend = async (event: FormEvent) => {
    event.preventDefault();
    setState({ busy: true, outcome: null });
    const problem = await problemOfCall("/api/request-otp", { email }, "Failed to resend OTP");
    setState({ busy: false, outcome: problem === null ? { text: "OTP sent! Check your email.", tone: "good" } : { text: problem, tone: "bad" } });
    onAnswer();
  };
  return { ...state, resend };
}
