import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { keysPath } from "../../paths/keys.ts";
import { scopes } from "../../policy.ts";
import { TextField, SendButton } from "../forms/field.tsx";
import { Icon } from "../shared/icon.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { Fold } from "../shared/fold.tsx";
import { Problem } from "../shared/notice.tsx";

export function KeyForm({ failure }: { failure: FailedForm | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formAction === keysPath;
  useFocusOnFailure(failure, form);
  const noScope = failure?.errors.scopes;
  const invalid = noScope ? ({ "aria-invalid": true, "aria-describedby": "scopes-error" } as const) : {};
  return (
    <Fold label="New Key" open={failure !== undefined}>
      <Form ref={form} className="panel grid6" method="post" action={keysPath} aria-labelledby="form-title">
        <h2 id="form-title">New Key</h2>
        {failure && (
          <div className="x-all">
            <Problem message={failure.message} />
          </div>
        )}
        <TextField
          label="Name"
          name="name"
          className="f x2"
          required
          maxLength={60}
          defaultValue={failure?.values.name ?? ""}
          error={failure?.errors.name}
        />
        <fieldset className="x-all">
          <legend>What a program with this key may do</legend>
          {scopes.map((scope) => (
            <label key={scope} className="check">
              <input
                type="checkbox"
                name={scope}
                value="1"
                defaultChecked={failure !== undefined && scope in failure.values}
                {...invalid}
              />
              {scope}
            </label>
          ))}
          {noScope && (
            <p className="err" id="scopes-error">
              <Icon name="warn" />
              {noScope}
            </p>
          )}
        </fieldset>
        <div className="x-all">
          <SendButton className="btn primary" busy={busy}>
            {busy ? "Saving..." : "Create Key"}
          </SendButton>
        </div>
      </Form>
    </Fold>
  );
}
