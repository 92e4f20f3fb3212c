import type { FailedForm } from "../../http/form-state.ts";
import { Icon } from "../shared/icon.tsx";

/** The hidden field sends "no" when the box is not ticked: of two values the last counts. */
export function AgeBox({ failure }: { failure: FailedForm | undefined }) {
  const error = failure?.errors.age_confirmed;
  return (
    <>
      <input type="hidden" name="age_confirmed" value="no" />
      <label className="check">
        <input
          type="checkbox"
          name="age_confirmed"
          value="yes"
          required
          defaultChecked={failure?.values.age_confirmed === "yes"}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "age-error" : undefined}
        />
        I am 21 or older
      </label>
      {error && (
        <p className="err" id="age-error">
          <Icon name="warn" />
          {error}
        </p>
      )}
    </>
  );
}
