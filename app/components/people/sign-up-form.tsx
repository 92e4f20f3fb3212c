import { Form, Link, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isOnlyMistyped } from "../../models/sign-in/new-password.ts";
import { missingText } from "../../models/people/sign-up.ts";
import { responsibleGamingPath, signInPath, termsPath } from "../../paths/paths.ts";
import { secretRole } from "../../policy.ts";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import { type Answer, AnswerAlert, redirectOf } from "../sign-in/auth-page.tsx";
import { AgeBox } from "../forms/age-box.tsx";
import { TextField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useSamePasswords } from "../sign-in/use-same-passwords.ts";

interface SignUpFormProps {
  email: string;
  sessionId: string;
  /** Sending the form twice opens one account. */
  idempotencyKey: string;
  answer: Answer;
}

/** With scripts the button is disabled until the form is complete; without, the server reports what is missing. */
export function SignUpForm({ email, sessionId, idempotencyKey, answer }: SignUpFormProps) {
  const busy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState("");
  const updateMissing = () => setMissing(form.current === null ? "" : missingText(new FormData(form.current)));
  useEffect(updateMissing, []);
  const failure = failureOf(answer);
  const { mismatch, compare } = useSamePasswords(form, failure);
  const onlyMistyped = isOnlyMistyped(failure?.errors);
  useFocusOnFailure(failure, form);
  if (redirectOf(answer)) return <AnswerAlert answer={answer} />;
  const onEdit = (event: FormEvent) => {
    updateMissing();
    compare(event);
  };
  const fieldProps = (name: string) => ({
    name,
    required: true,
    className: "f big-l",
    defaultValue: failure?.values[name] ?? "",
    error: failure?.errors[name],
  });
  return (
    <>
      <Form ref={form} className="form" method="post" onChange={onEdit} onBlur={compare} onSubmit={compare}>
        {!onlyMistyped && <AnswerAlert answer={answer} />}
        <input type="hidden" name="session_id" value={failure?.values.session_id ?? sessionId} />
        <input type="hidden" name="idempotency_key" value={failure?.values.idempotency_key ?? idempotencyKey} />
        <TextField label="Full Name" autoComplete="name" maxLength={100} {...fieldProps("name")} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" maxLength={40} {...fieldProps("phone")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          {...fieldProps("email")}
          defaultValue={failure?.values.email ?? email}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          help="8 to 128 characters."
          {...fieldProps("password")}
        />
        {/* aria-live: the mismatch appears when the focus has left the field. */}
        <div aria-live="polite">
          <PasswordField
            label="Confirm Password"
            autoComplete="new-password"
            // eslint-disable-next-line jsx-a11y/no-autofocus -- without scripts the page reloads at its top, far from the error
            autoFocus={onlyMistyped}
            {...fieldProps("confirm_password")}
            error={mismatch}
          />
        </div>
        <AdminFields failure={failure} />
        <AgeField failure={failure} />
        <SendButton className="btn primary big" busy={busy} disabled={missing !== ""}>
          Sign Up
        </SendButton>
        {missing && <p className="muted">{missing}</p>}
      </Form>
      <p className="muted">
        Already have an account?{" "}
        <Link className="a" to={signInPath}>
          Log In
        </Link>
      </p>
    </>
  );
}

// CSS shows the field while the box is ticked. Not `required`: a hidden required field would block the form.
function AdminFields({ failure }: { failure: FailedForm | undefined }) {
  return (
    <details open={failure?.values.role === secretRole}>
      <summary className="muted">For staff</summary>
      <div className="opts">
        <label className="check">
          <input type="checkbox" name="role" value={secretRole} defaultChecked={failure?.values.role === secretRole} />
          Register as Admin
        </label>
        <PasswordField
          label="Admin Secret Key"
          name="admin_secret"
          autoComplete="off"
          error={failure?.errors.admin_secret}
        />
      </div>
    </details>
  );
}

function AgeField({ failure }: { failure: FailedForm | undefined }) {
  return (
    <div>
      <AgeBox failure={failure} />
      <p className="muted">
        See{" "}
        <Link className="a" to={responsibleGamingPath}>
          Responsible Gaming
        </Link>{" "}
        and the{" "}
        <Link className="a" to={termsPath}>
          Terms
        </Link>
        .
      </p>
    </div>
  );
}
