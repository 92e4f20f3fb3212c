import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ChangedBy } from "../../refusal.ts";
import { Instant } from "../shared/instant.tsx";
import { SendButton } from "./send-button.tsx";

interface RestoreFormProps {
  action: string;
  /** What is restored, for whoever hears the button alone. */
  what: string;
  version: number;
  /** Null when there is nothing to restore yet. */
  lastChange: ChangedBy | null;
  /** What the form sends along. */
  children?: ReactNode;
}

/** Takes the last change of an editor back. */
export function RestoreForm({ action, what, version, lastChange, children }: RestoreFormProps) {
  const { formAction, formData } = useNavigation();
  if (!lastChange) return null;
  return (
    <Form className="row" method="post" action={action}>
      {children}
      <input type="hidden" name="version" value={version} />
      <SendButton className="btn" busy={formAction === action && formData?.get("version") === String(version)}>Restore the last version<span className="vh"> of {what}</span></SendButton>
      <span className="muted">Last changed by {lastChange.by ?? "a deleted account"}, <Instant iso={lastChange.at} /></span>
    </Form>
  );
}
