import { Form, Link, useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { failureOf } from "../../http/form-state.ts";
import { signInPath } from "../../paths/paths.ts";
import { type Answer, AnswerAlert } from "./auth-page.tsx";
import { TextField } from "../forms/field.tsx";
import { resendSeconds, useCountdown } from "./use-countdown.ts";
import { useFocusOnFailure } from "../shared/use-focus.ts";

export function ForgotPasswordForm({ answer }: { answer: Answer }) {
  const sending = useNavigation().state === "submitting";
  // The mail to an imported member fills it in.
  const [query] = useSearchParams();
  const { left, start } = useCountdown();
  const failure = failureOf(answer);
  // A mistyped email requested nothing, so it can be corrected at once.
  const mistyped = failure?.errors.email !== undefined;
  useEffect(() => {
    if (answer && !mistyped) start(resendSeconds);
  }, [answer, mistyped, start]);
  useFocusOnFailure(failure);
  const blocked = sending || left > 0;
  return (
    <>
      <AnswerAlert answer={answer} />
      <Form className="form" method="post">
        <TextField
          label="Email"
          name="email"
          type="email"
          className="f big-l"
          required
          autoComplete="email"
          defaultValue={failure?.values.email ?? query.get("email") ?? ""}
          error={failure?.errors.email}
        />
        <button className="btn primary big" disabled={blocked}>
          {sending ? "Sending..." : left > 0 ? `Wait ${left}s` : "Send OTP"}
        </button>
        {failure && !mistyped && !blocked && <button className="btn quiet">Resend OTP</button>}
      </Form>
      <p className="muted">
        Remembered it?{" "}
        <Link className="a" to={signInPath}>
          Log In
        </Link>
      </p>
    </>
  );
}
