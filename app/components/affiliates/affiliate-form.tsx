import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { addAffiliatePath, affiliatePath } from "../../paths/affiliates.ts";
import { affiliatesManagerPath } from "../../paths/paths.ts";
import { TextField, SendButton } from "../forms/field.tsx";
import { Problem } from "../shared/notice.tsx";
import { SavedValues } from "../forms/saved-values.tsx";
import { useDialog } from "../shared/use-dialog.ts";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { discarding, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { useListPath } from "../shared/list-parts.tsx";

interface AffiliateFormProps {
  /** null = adding. */
  editing: { id: number; name: string; email: string; version: number } | null;
  failure: FailedForm | undefined;
}

export function AffiliateForm({ editing, failure }: AffiliateFormProps) {
  const row = editing && { name: editing.name, email: editing.email, version: String(editing.version) };
  const values: Readonly<Record<string, string>> = failure?.values ?? row ?? {};
  const errors = failure?.errors ?? {};
  const inPlace = useListPath();
  const action = inPlace(editing ? affiliatePath(editing.id, "edit") : addAffiliatePath);
  const cancelTo = inPlace(affiliatesManagerPath);
  const busy = useNavigation().formAction === action;
  const form = useRef<HTMLFormElement>(null);
  useDialog(cancelTo);
  useFocusOnFailure(failure, form);
  useUnsavedGuard(failure);
  return (
    <dialog className="dialog" open aria-labelledby="dialog-title">
      <h2 id="dialog-title">{editing ? "Edit" : "Add"} Affiliate</h2>
      <Form ref={form} className="form" method="post" action={action} replace>
        <Problem
          message={Object.values(errors).some((text) => text === failure?.message) ? undefined : failure?.message}
        />
        <SavedValues values={values} saved={failure?.saved} />
        <TextField
          label="Name"
          name="name"
          className="f big-l"
          required
          // eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus
          autoFocus
          maxLength={100}
          autoComplete="off"
          defaultValue={values.name ?? ""}
          error={errors.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          className="f big-l"
          required
          maxLength={254}
          autoComplete="off"
          defaultValue={values.email ?? ""}
          error={errors.email}
        />
        {editing && <input type="hidden" name="version" value={failure?.saved?.version ?? values.version ?? ""} />}
        <div className="row">
          <Link className="btn quiet" to={cancelTo} state={discarding} preventScrollReset>
            Cancel
          </Link>
          <SendButton className="btn primary" busy={busy}>
            {busy ? "Saving..." : "Save"}
          </SendButton>
        </div>
      </Form>
    </dialog>
  );
}
