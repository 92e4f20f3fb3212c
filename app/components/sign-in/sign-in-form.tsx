import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { forgotPasswordPath, pricingPath } from "../../paths/paths.ts";
import type { Notice } from "../../session/notice.ts";
import { AuthPage } from "./auth-page.tsx";
import { TextField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useIsDocumentAnswer } from "../shared/use-focus.ts";

interface SignInFormProps {
  title: string;
  current?: string;
  notice: Notice | null;
  failure: FailedForm | undefined;
  email?: string | null;
  /** True on /login: links for new members and for a forgotten password. */
  helps?: boolean;
}

export function SignInForm({ title, current, notice, failure, email, helps = false }: SignInFormProps) {
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const byDocument = useIsDocumentAnswer();
  useEffect(() => {
    if (!failure || failure.unanswered || byDocument) return;
    // Selected, a rejected password is replaced by typing.
    const field = form.current?.querySelector<HTMLInputElement>("[aria-invalid], [name=password]");
    field?.focus();
    field?.select();
  }, [failure, byDocument]);
  return (
    <AuthPage title={title} current={current}>
      <NoticeAlert notice={notice} problem={failure?.message} />
      <Form ref={form} className="form" method="post">
        <TextField
          label="Email"
          name="email"
          type="email"
          className="f big-l"
          required
          autoComplete="email"
          defaultValue={failure?.values.email ?? email ?? ""}
          error={failure?.errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          error={failure?.errors.password}
          aside={
            helps && (
              <Link className="a" to={forgotPasswordPath}>
                Forgot Password?
              </Link>
            )
          }
        />
        <SendButton className="btn primary big" busy={busy}>
          Login
        </SendButton>
      </Form>
      {helps && (
        <p className="muted">
          No account yet?{" "}
          <Link className="a" to={pricingPath}>
            Sign up
          </Link>
        </p>
      )}
    </AuthPage>
  );
}
