import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { failureOf } from "../../http/form-state.ts";
import { forgotPasswordPath, signInPath } from "../../paths/paths.ts";
import { type Answer, AnswerAlert, redirectOf } from "./auth-page.tsx";
import { TextField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { NoticeAlert, Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useResend } from "./use-resend.ts";

interface ResetPasswordFormProps {
  reset: { email: string | null; waitSeconds: number; done: boolean };
  answer: Answer;
}

export function ResetPasswordForm({ reset: { email, waitSeconds, done }, answer }: ResetPasswordFormProps) {
  const busy = useNavigation().state === "submitting";
  const resend = useResend(email ?? "", answer, waitSeconds);
  const shownAnswer = resend.request ? undefined : answer;
  useFocusOnFailure(failureOf(shownAnswer));
  if (redirectOf(answer)) return <AnswerAlert answer={answer} />;
  if (done && !answer) return <Done />;
  if (email === null) return <MissingEmail />;
  const errors = failureOf(shownAnswer)?.errors ?? {};
  return (
    <>
      <AnswerAlert answer={shownAnswer} />
      <p>
        Enter the code sent to <strong>{email}</strong> and choose a new password.
      </p>
      <Form className="form" method="post">
        {/* For password managers. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <TextField
          label="OTP"
          name="otp"
          className="f big-l"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[\s\-]*([0-9][\s\-]*){8}"
          title="8 digits"
          maxLength={30}
          help="8 digits. Expires in 10 minutes."
          error={errors.otp}
        />
        <PasswordField
          label="New Password"
          name="new_password"
          required
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          help="8 to 128 characters. Saving signs you out on all devices."
          error={errors.new_password}
        />
        <SendButton className="btn primary big" busy={busy}>
          Reset Password
        </SendButton>
      </Form>
      <Resend email={email} {...resend} />
    </>
  );
}

function Resend({ email, request, left, resend }: ReturnType<typeof useResend> & { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const outcome = request?.outcome ?? null;
  const busy = request !== null && outcome === null;
  // The pressed button is disabled during the countdown and loses the focus.
  useEffect(() => {
    const alert = form.current?.querySelector<HTMLElement>(".alert");
    if (!alert || (document.activeElement !== document.body && !form.current?.contains(document.activeElement))) return;
    alert.tabIndex = -1;
    alert.focus();
  }, [outcome]);
  return (
    <form ref={form} className="form" method="post" action={forgotPasswordPath} onSubmit={resend}>
      <NoticeAlert notice={outcome} />
      <input type="hidden" name="email" value={email} />
      <p className="muted">No email? Check your spam folder, and make sure this is your account's email.</p>
      <SendButton className="btn" busy={busy} disabled={left > 0}>
        {busy ? "Resending..." : left > 0 ? `Wait ${left}s` : "Resend OTP"}
      </SendButton>
    </form>
  );
}

/** For somebody who comes back after the redirect. */
function Done() {
  return (
    <NoticeAlert
      notice={{
        text: "Your password has been changed.",
        tone: "good",
        link: { to: signInPath, label: "Login" },
      }}
    />
  );
}

function MissingEmail() {
  return (
    <>
      <Problem message="Missing email context. Please retry." />
      <p>
        <Link className="a" to={forgotPasswordPath}>
          Forgot Password?
        </Link>
      </p>
    </>
  );
}
