import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { addAffiliatePath, affiliatePath } from "../../paths/affiliates.ts";
import { affiliatesManagerPath } from "../../paths/paths.ts";
import { type Terms, keptRate } from "../../models/affiliates/affiliate.ts";
import { TextField, SendButton } from "../forms/field.tsx";
import { Problem } from "../shared/notice.tsx";
import { SavedValues } from "../forms/saved-values.tsx";
import { useDialog } from "../shared/use-dialog.ts";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { discarding, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { useListPath } from "../shared/list-parts.tsx";

interface AffiliateFormProps {
  /** null = adding. */
  editing: { id: number; name: string; email: string; version: number; terms: Terms } | null;
  failure: FailedForm | undefined;
}

export function AffiliateForm({ editing, failure }: AffiliateFormProps) {
  const row = editing && {
    name: editing.name,
    email: editing.email,
    rate_percent: String(keptRate(editing.terms) ?? ""),
    version: String(editing.version),
  };
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
        {editing && <TermsFields terms={editing.terms} values={values} errors={errors} />}
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

interface TermsFieldsProps {
  terms: Terms;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}

function TermsFields({ terms, values, errors }: TermsFieldsProps) {
  const sites = `Empty: the site's rate, ${terms.rate_percent}% now. `;
  return (
    <>
      <TextField
        label="Commission %"
        name="rate_percent"
        className="f big-l"
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        help={`${terms.since === null ? sites : ""}A new rate counts for signups from now on.`}
        defaultValue={values.rate_percent ?? ""}
        error={errors.rate_percent}
      />
      <TextField
        label="Reason for a new rate"
        name="reason"
        className="f big-l"
        maxLength={200}
        autoComplete="off"
        help="It stays in the trail; the affiliate does not see it."
        defaultValue={values.reason ?? ""}
        error={errors.reason}
      />
    </>
  );
}
