import type { FormEvent } from "react";
import { useState } from "react";
import type { Notice } from "../session.server.ts";

const failed = "Failed to resend OTP";

/**
 * Asks for another code through the API. Not a navigation: the code and the password that were typed meanwhile stay. Without scripts the
 * form posts to the page before.
 */
export function useResend(email: string, onAnswer: () => void) {
  const [state, setState] = useState<{ busy: boolean; outcome: Notice | null }>({ busy: false, outcome: null });
  const resend = async (event: FormEvent) => {
    event.preventDefault();
    setState({ busy: true, outcome: null });
    const problem = await problemOfSending(email);
    setState({ busy: false, outcome: problem === null ? { text: "OTP sent! Check your email.", tone: "good" } : { text: problem, tone: "bad" } });
    onAnswer();
  };
  return { ...state, resend };
}

/** Why no code was sent, null when one was. */
async function problemOfSending(email: string): Promise<string | null> {
  try {
    const answer = await fetch("/api/request-otp", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ email }) });
    return answer.ok ? null : errorOf(await answer.json());
  } catch {
    return failed;
  }
}

function errorOf(answer: unknown): string {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return failed;
  return typeof answer.error === "string" ? answer.error : failed;
}
