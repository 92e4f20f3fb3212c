import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { failureOf } from "../../doors/form-state.ts";
import { forgotPasswordPath } from "../../paths/paths.ts";
import type { Answer } from "./auth-page.tsx";
import { AnswerAlert, movingOf } from "./auth-page.tsx";
import { TextField } from "../forms/field.tsx";
import { NoticeAlert, Problem } from "../shared/notice.tsx";
import { SendButton } from "../forms/send-button.tsx";
import { useFocusOnFailure } from "../forms/use-focus-on-failure.ts";
import { useResend } from "./use-resend.ts";

/** The code that was mailed, and a new password. */
export function ResetPasswordForm({ email, answer }: { email: string | null; answer: Answer }) {
  const busy = useNavigation().state === "submitting";
  const another = useResend(email ?? "", answer);
  const said = another.asked ? undefined : answer;
  useFocusOnFailure(failureOf(said));
  if (movingOf(answer)) return <AnswerAlert answer={answer} />;
  if (email === null) return <MissingEmail />;
  const errors = failureOf(said)?.errors ?? {};
  return (
    <>
      <AnswerAlert answer={said} />
      <p>Enter the code that was sent to <strong>{email}</strong> and choose a new password.</p>
      <Form className="form" method="post">
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <TextField label="OTP" name="otp" className="f big-l" required inputMode="numeric" autoComplete="one-time-code" pattern="[\s\-]*([0-9][\s\-]*){8}" title="8 digits" maxLength={30} help="8 digits, good for 10 minutes in this browser." error={errors.otp} />
        <TextField label="New Password" name="new_password" type="password" className="f big-l" required autoComplete="new-password" minLength={8} maxLength={128} help="8 to 128 characters. You will be signed out everywhere." error={errors.new_password} />
        <SendButton className="btn primary big" busy={busy}>Reset Password</SendButton>
      </Form>
      <Resend email={email} {...another} />
    </>
  );
}

function Resend({ email, asked, left, resend }: ReturnType<typeof useResend> & { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const outcome = asked?.outcome ?? null;
  const busy = asked !== null && outcome === null;
  // The button that was pressed takes no press for a while, and has the focus no more.
  useEffect(() => {
    const said = form.current?.querySelector<HTMLElement>(".alert");
    if (!said || (document.activeElement !== document.body && !form.current?.contains(document.activeElement))) return;
    said.tabIndex = -1;
    said.focus();
  }, [outcome]);
  return (
    <form ref={form} className="form" method="post" action={forgotPasswordPath} onSubmit={resend}>
      <NoticeAlert notice={outcome} />
      <input type="hidden" name="email" value={email} />
      <p className="muted">No email? Check your spam folder, and make sure that this is the address of your account.</p>
      <SendButton className="btn" busy={busy} disabled={left > 0}>{busy ? "Resending..." : left > 0 ? `Wait ${left}s` : "Resend OTP"}</SendButton>
    </form>
  );
}

function MissingEmail() {
  return (
    <>
      <Problem message="Missing email context. Please retry." />
      <p><Link className="a" to={forgotPasswordPath}>Forgot Password?</Link></p>
    </>
  );
}
