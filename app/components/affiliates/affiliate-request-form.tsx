import type { FormEvent } from "react";
import { useState } from "react";
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

/** Lists what is missing, in the server's words. */
const missing: FieldErrors = {
  name: "Enter your name.",
  email: "Enter an email address.",
  phone: "Enter a phone number.",
};

export function AffiliateRequestForm({ collector, failure }: AffiliateRequestFormProps) {
  const [unsent, setUnsent] = useState<FieldErrors>();
  const { values = {}, errors = unsent ?? {} } = failure ?? {};
  useFocusOnFailure(failure);
  // The external service would take anything, and show its own page.
  const check = (event: FormEvent<HTMLFormElement>) => {
    const [first, ...others] = event.currentTarget.querySelectorAll<HTMLInputElement>("input:invalid");
    if (!first) return;
    event.preventDefault();
    setUnsent(Object.fromEntries([first, ...others].map(({ name }) => [name, missing[name] ?? ""])));
    first.focus();
  };
  return (
    <form
      className="form"
      method="post"
      action={collector ?? affiliateRequestPath}
      onSubmit={collector === null ? undefined : check}
    >
      <TextField
        label="Full Name"
        name="name"
        className="f big-l"
        required
        autoComplete="name"
        maxLength={100}
        defaultValue={values.name ?? ""}
        error={errors.name}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        className="f big-l"
        required
        autoComplete="email"
        maxLength={254}
        defaultValue={values.email ?? ""}
        error={errors.email}
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        className="f big-l"
        required
        autoComplete="tel"
        maxLength={40}
        defaultValue={values.phone ?? ""}
        error={errors.phone}
      />
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
