import type { ReactNode } from "react";
import { consentTo } from "../../models/picks/pick.ts";
import { Icon } from "../shared/icon.tsx";
import { SendButton } from "../forms/field.tsx";

interface PickConfirmationProps {
  message: string;
  warnings: readonly string[];
  busy: boolean;
  /** The text of the button. */
  label?: string | undefined;
  /** A field in place of that button, where they need a reason. */
  children?: ReactNode;
}

/** Names what is unusual, inside the form: the pick is published as it is there then. */
export function PickConfirmation({
  message,
  warnings,
  busy,
  label = "Publish anyway",
  children,
}: PickConfirmationProps) {
  return (
    <div className="stack">
      {/* Enter in a field presses the form's first button. That must not be "Publish anyway". */}
      <button className="vh" tabIndex={-1} aria-hidden="true">
        Check again
      </button>
      <div className="alert b" role="alert">
        <Icon name="warn" />
        <div>
          <p>{message}</p>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      </div>
      {children ?? (
        <div className="row">
          <SendButton className="btn" busy={busy} name="confirm" value={consentTo(warnings)}>
            {label}
          </SendButton>
        </div>
      )}
    </div>
  );
}
