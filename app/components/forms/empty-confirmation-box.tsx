import type { FailedForm } from "../../doors/form-state.ts";
import { Icon } from "../shared/icon.tsx";

interface EmptyingBoxProps {
  failure: FailedForm | undefined;
  /** Names the box where a page has two of them. */
  id: string;
}

/** Asked by a form that would empty what held something: the box says that it may. */
export function EmptyConfirmationBox({ failure, id }: EmptyingBoxProps) {
  const error = failure?.errors.confirm_empty;
  if (error === undefined) return null;
  return (
    <div className="f">
      <label className="check"><input type="checkbox" name="confirm_empty" value="yes" aria-invalid="true" aria-describedby={`${id}-confirm_empty`} />Yes, empty it</label>
      <p className="err" id={`${id}-confirm_empty`}><Icon name="warn" />{error}</p>
    </div>
  );
}
