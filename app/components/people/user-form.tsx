import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { usersManagerPath } from "../../paths/paths.ts";
import { memberRole } from "../../policy.ts";
import type { Notice } from "../../session/notice.ts";
import { SelectField, TextField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { Fold } from "../shared/fold.tsx";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { roleOptions } from "./user-parts.tsx";

interface UserFormProps {
  failure: FailedForm | undefined;
  notice: Notice | null;
}

export function UserForm({ failure, notice }: UserFormProps) {
  const busy = useNavigation().formAction === usersManagerPath;
  const form = useRef<HTMLFormElement>(null);
  // With scripts the document stays, so the password is cleared.
  useEffect(() => {
    if (notice?.from === usersManagerPath) form.current?.reset();
  }, [notice]);
  useFocusOnFailure(failure, form);
  const fieldProps = (name: string) => ({
    name,
    defaultValue: failure?.values[name] ?? "",
    error: failure?.errors[name],
  });
  return (
    <Fold label="Add User" open={failure !== undefined}>
      <Form
        ref={form}
        className="panel grid6 new"
        method="post"
        action={usersManagerPath}
        aria-labelledby="form-title"
        autoComplete="off"
      >
        <h2 id="form-title">Add User</h2>
        {failure && (
          <div className="x-all">
            <Problem message={failure.message} />
          </div>
        )}
        <TextField label="Email" type="email" className="f x2" required maxLength={254} {...fieldProps("email")} />
        <PasswordField
          label="Password"
          className="f m2"
          autoComplete="new-password"
          required
          {...fieldProps("password")}
          defaultValue={undefined}
        />
        <SelectField
          label="Role"
          className="f m2"
          options={roleOptions}
          {...fieldProps("role")}
          defaultValue={failure?.values.role ?? memberRole}
        />
        <TextField label="Name (optional)" className="f m2" maxLength={100} {...fieldProps("name")} />
        <div className="row">
          <SendButton className="btn primary" busy={busy}>
            {busy ? "Saving..." : "Add User"}
          </SendButton>
        </div>
      </Form>
    </Fold>
  );
}
