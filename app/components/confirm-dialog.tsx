import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";

interface ConfirmDialogProps {
  question: string;
  /** The thing it is about. */
  subject: string;
  cancelTo: string;
  action: string;
  confirmLabel?: string;
}

/** A question on a page of its own, shown over the list. The focus is on Cancel. */
export function ConfirmDialog({ question, subject, cancelTo, action, confirmLabel = "Delete" }: ConfirmDialogProps) {
  const cancel = useRef<HTMLAnchorElement>(null);
  // React leaves autoFocus on a link to the browser, which honours it in a new document only.
  useEffect(() => cancel.current?.focus(), []);
  return (
    <dialog className="dialog" open role="alertdialog" aria-labelledby="question" aria-describedby="subject">
      <h2 id="question">{question}</h2>
      <p className="muted" id="subject">{subject}</p>
      <Form method="post" action={action}>
        <div className="row">
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and the harmless choice gets it */}
          <Link className="btn" ref={cancel} to={cancelTo} autoFocus preventScrollReset>Cancel</Link>
          <button className="btn danger">{confirmLabel}</button>
        </div>
      </Form>
    </dialog>
  );
}
