import { Form, Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Problem } from "./notice.tsx";
import { useDialog } from "./use-dialog.ts";

export interface ConfirmDialogProps {
  question: string;
  subject: ReactNode;
  note?: string;
  cancelTo: string;
  action: string;
  confirmLabel?: string;
  /** "primary" when nothing is lost. */
  confirmLook?: "danger" | "primary";
  problem?: string | undefined;
  children?: ReactNode;
}

/** A question with its own URL, shown over the list. The focus is on Cancel. */
export function ConfirmDialog({
  question,
  subject,
  cancelTo,
  action,
  confirmLabel = "Delete",
  note,
  confirmLook = "danger",
  problem,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLAnchorElement>(null);
  // Browsers honour autoFocus on a link only in a new document, where the user may have moved the focus already.
  useEffect(() => {
    if (cancel.current?.closest("dialog:not(:focus-within)")) cancel.current.focus();
  }, []);
  useDialog(cancelTo);
  return (
    <dialog
      className="dialog"
      open
      role="alertdialog"
      aria-labelledby="question"
      aria-describedby={note === undefined ? "subject" : "subject note"}
    >
      <h2 id="question">{question}</h2>
      <div className={note === undefined ? "muted" : undefined} id="subject">
        {subject}
      </div>
      {note !== undefined && (
        <p className="muted" id="note">
          {note}
        </p>
      )}
      <Problem message={problem} />
      {/* Replaces the question in the history: Back must not ask about a deleted thing. */}
      <Form method="post" action={action} replace>
        {children}
        <div className="row">
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; the safe choice gets it */}
          <Link className="btn" ref={cancel} to={cancelTo} autoFocus preventScrollReset>
            Cancel
          </Link>
          <button className={`btn ${confirmLook}`}>{confirmLabel}</button>
        </div>
      </Form>
    </dialog>
  );
}
