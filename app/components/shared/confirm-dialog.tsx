import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Problem } from "./notice.tsx";
import { useDialog } from "./use-dialog.ts";

interface ConfirmDialogProps {
  question: string;
  /** The thing it is about. */
  subject: ReactNode;
  /** What follows from it. */
  note?: string;
  cancelTo: string;
  action: string;
  confirmLabel?: string;
  /** "primary" for what takes nothing away. */
  confirmLook?: "danger" | "primary";
  /** Why it was not done. */
  problem?: string | undefined;
  /** What the form sends along. */
  children?: ReactNode;
}

/** A question on a page of its own, shown over the list. The focus is on Cancel. */
export function ConfirmDialog({ question, subject, cancelTo, action, confirmLabel = "Delete", note, confirmLook = "danger", problem, children }: ConfirmDialogProps) {
  const cancel = useRef<HTMLAnchorElement>(null);
  // React leaves autoFocus on a link to the browser, which honours it in a new document only. There the focus may have gone on by now.
  useEffect(() => {
    if (cancel.current?.closest("dialog:not(:focus-within)")) cancel.current.focus();
  }, []);
  useDialog(cancelTo);
  return (
    <dialog className="dialog" open role="alertdialog" aria-labelledby="question" aria-describedby={note === undefined ? "subject" : "subject note"}>
      <h2 id="question">{question}</h2>
      <div className={note === undefined ? "muted" : undefined} id="subject">{subject}</div>
      {note !== undefined && <p className="muted" id="note">{note}</p>}
      <Problem message={problem} />
      {/* In the history the answer takes the question's place: Back must not ask about what is gone. */}
      <Form method="post" action={action} replace>
        {children}
        <div className="row">
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and the harmless choice gets it */}
          <Link className="btn" ref={cancel} to={cancelTo} autoFocus preventScrollReset>Cancel</Link>
          <button className={`btn ${confirmLook}`}>{confirmLabel}</button>
        </div>
      </Form>
    </dialog>
  );
}
