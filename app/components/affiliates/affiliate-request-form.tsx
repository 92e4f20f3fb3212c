import { affiliateRequest } from "../../content.ts";
import type { FailedForm } from "../../doors/form-state.ts";
import { TextField } from "../forms/field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { useFocusOnFailure } from "../forms/use-focus-on-failure.ts";

interface AffiliateRequestFormProps {
  /** Where the form posts: an external service, or the page itself. */
  action: string;
  failure: FailedForm | undefined;
}

export function AffiliateRequestForm({ action, failure }: AffiliateRequestFormProps) {
  const { values = {}, errors = {} } = failure ?? {};
  useFocusOnFailure(failure);
  return (
    <form className="form" method="post" action={action}>
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
