import { type FormEvent, useState } from "react";
import { affiliateRequest } from "../../content.ts";
import type { FailedForm } from "../../http/form-state.ts";
import { affiliateRequestPath } from "../../paths/paths.ts";
import type { FieldErrors } from "../../refusal.ts";
import { TextField } from "../forms/field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";

interface AffiliateRequestFormProps {
  /** The external service that the form posts to; null = the page itself. */
  collector: string | null;
  failure: FailedForm | undefined;
}

/** `missing` is in the server's words. */
const fields = [
  { label: "Full Name", name: "name", type: "text", autoComplete: "name", maxLength: 100, missing: "Enter your name." },
  {
    label: "Email",
    name: "email",
    type: "email",
    autoComplete: "email",
    maxLength: 254,
    missing: "Enter an email address.",
  },
  { label: "Phone", name: "phone", type: "tel", autoComplete: "tel", maxLength: 40, missing: "Enter a phone number." },
] as const;

export function AffiliateRequestForm({ collector, failure }: AffiliateRequestFormProps) {
  const [unsent, setUnsent] = useState<FieldErrors>();
  const { values = {}, errors = unsent ?? {} } = failure ?? {};
  useFocusOnFailure(failure);
  // The external service would take anything, and show its own page.
  const check = (event: FormEvent<HTMLFormElement>) => {
    const [first, ...others] = event.currentTarget.querySelectorAll<HTMLInputElement>("input:invalid");
    if (!first) return;
    event.preventDefault();
    const empty = fields.filter((field) => [first, ...others].some(({ name }) => name === field.name));
    setUnsent(Object.fromEntries(empty.map(({ name, missing }) => [name, missing])));
    first.focus();
  };
  return (
    <form
      className="form"
      method="post"
      action={collector ?? affiliateRequestPath}
      onSubmit={collector === null ? undefined : check}
    >
      {fields.map(({ missing: _missing, ...field }) => (
        <TextField
          key={field.name}
          {...field}
          className="f big-l"
          required
          defaultValue={values[field.name] ?? ""}
          error={errors[field.name]}
        />
      ))}
      <TextAreaField
        label="Remarks"
        name="remarks"
        className="f big-l"
        rows={3}
        maxLength={2000}
        help="Optional."
        defaultValue={values.remarks ?? ""}
        error={errors.remarks}
      />
      <button className="btn primary big">{affiliateRequest.button}</button>
    </form>
  );
}
