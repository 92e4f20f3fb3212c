import { Form, Link, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import { signInPath } from "../../paths/paths.ts";
import { AuthPage } from "./auth-page.tsx";
import { TextField, SendButton } from "../forms/field.tsx";
import { NoticeAlert, Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useFormNotice } from "../forms/use-form-notice.ts";

interface SignInCodeFormProps {
  challenge: { waiting: boolean; supportEmail: string };
  failure: FailedForm | undefined;
}

export function SignInCodeForm({ challenge: { waiting, supportEmail }, failure }: SignInCodeFormProps) {
  const busy = useNavigation().state !== "idle";
  const { outcome } = useFormNotice(failure, null, "Login failed");
  useFocusOnFailure(failure);
  if (!waiting)
    return (
      <AuthPage title="Enter your code">
        <Expired failure={failure} />
      </AuthPage>
    );
  const errors = failure?.errors ?? {};
  return (
    <AuthPage title="Enter your code">
      <NoticeAlert notice={outcome} />
      <p>Your password is correct. Now enter the code from your authenticator app.</p>
      <Form className="form" method="post">
        <TextField
          label="Code"
          name="code"
          className="f big-l"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{3}[ \-]?[0-9]{3}"
          title="6 digits"
          maxLength={7}
          help="6 digits. You have 5 minutes to enter it."
          error={errors.code}
        />
        <SendButton className="btn primary big" busy={busy}>
          Continue
        </SendButton>
      </Form>
      <details open={errors.recovery_code !== undefined}>
        <summary className="a">Don't have your phone?</summary>
        <Form className="form" method="post">
          <TextField
            label="Recovery code"
            name="recovery_code"
            className="f big-l"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            help="One of your ten recovery codes. Each works once."
            error={errors.recovery_code}
          />
          <SendButton className="btn" busy={busy}>
            Use recovery code
          </SendButton>
        </Form>
        <p className="muted">
          No phone and no recovery code? Email{" "}
          <a className="a" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          . We'll reset it once we know it's you.
        </p>
      </details>
    </AuthPage>
  );
}

function Expired({ failure }: { failure: FailedForm | undefined }) {
  return (
    <>
      <Problem message={failure?.message ?? "Please sign in with your password first."} />
      <p>
        <Link className="a" to={signInPath}>
          Login
        </Link>
      </p>
    </>
  );
}
