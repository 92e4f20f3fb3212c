import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ChangedBy } from "../../refusal.ts";
import { Instant } from "../shared/instant.tsx";
import { SendButton } from "./field.tsx";

interface RestoreFormProps {
  action: string;
  /** Names for screen readers what is restored. */
  what: string;
  version: number;
  lastChange: ChangedBy | null;
  children?: ReactNode;
}

export function RestoreForm({ action, what, version, lastChange, children }: RestoreFormProps) {
  const { formAction, formData } = useNavigation();
  if (!lastChange) return null;
  return (
    <Form className="row" method="post" action={action}>
      {children}
      <input type="hidden" name="version" value={version} />
      <SendButton className="btn" busy={formAction === action && formData?.get("version") === String(version)}>
        Restore the last version<span className="vh"> of {what}</span>
      </SendButton>
      <span className="muted">
        Last changed by {lastChange.by ?? "a deleted account"}, <Instant iso={lastChange.at} />
      </span>
    </Form>
  );
}
