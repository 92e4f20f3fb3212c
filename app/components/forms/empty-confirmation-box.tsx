import type { FailedForm } from "../../doors/form-state.ts";
import { Icon } from "../shared/icon.tsx";

interface EmptyingBoxProps {
  failure: FailedForm | undefined;
  /** Names the box where a page has two of them. */
  id: string;
}

/** Asked by a form that would empty what held something: the box says that it may. */
export function EmptyingBox({ failure, id }: EmptyingBoxProps) {
  const error = failure?.errors.emptying;
  if (error === undefined) return null;
  return (
    <div className="f">
      <label className="check"><input type="checkbox" name="emptying" value="yes" aria-invalid="true" aria-describedby={`${id}-emptying`} />Yes, empty it</label>
      <p className="err" id={`${id}-emptying`}><Icon name="warn" />{error}</p>
    </div>
  );
}
