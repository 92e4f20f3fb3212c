import type { FailedForm } from "../../http/form-state.ts";
import { Icon } from "../shared/icon.tsx";

interface EmptyConfirmationBoxProps {
  failure: FailedForm | undefined;
  id: string;
}

/** Shown when a save would empty a text: ticking the box confirms it. */
export function EmptyConfirmationBox({ failure, id }: EmptyConfirmationBoxProps) {
  const error = failure?.errors.confirm_empty;
  if (error === undefined) return null;
  return (
    <div className="f">
      <label className="check">
        <input
          type="checkbox"
          name="confirm_empty"
          value="yes"
          aria-invalid="true"
          aria-describedby={`${id}-confirm_empty`}
        />
        Yes, empty it
      </label>
      <p className="err" id={`${id}-confirm_empty`}>
        <Icon name="warn" />
        {error}
      </p>
    </div>
  );
}
