import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { UserAccess } from "../../models/people/user-access.server.ts";
import type { Notice } from "../../session/notice.ts";
import { askSubscriptionPath, userPath } from "../../paths/users.ts";
import { DateField } from "../forms/date-field.tsx";
import { SelectField, SendButton, TextField } from "../forms/field.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useFormNotice } from "../forms/use-form-notice.ts";

const options = [
  { value: "paid", label: "As paid" },
  { value: "until", label: "Until a date" },
  { value: "open", label: "Without end" },
] as const;

interface AccessPanelProps {
  userId: number;
  access: UserAccess;
  billed: boolean;
  failure: FailedForm | undefined;
  notice: Notice | null;
}

export function AccessPanel({ userId, access, billed, failure, notice }: AccessPanelProps) {
  const { outcome, forget } = useFormNotice(failure, notice, "Access was not changed");
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFailure(failure, form);
  const action = userPath(userId, "/access");
  const busy = useNavigation().formAction?.startsWith(action);
  return (
    <section className="panel form" id="access" aria-labelledby="access-title">
      <h2 id="access-title">Access</h2>
      <Form
        ref={form}
        className="form"
        method="post"
        action={`${action}#access`}
        aria-labelledby="access-title"
        onChange={forget}
      >
        <NoticeAlert notice={outcome} />
        <SelectField
          label="Access"
          name="access"
          className="f big-l"
          options={options}
          defaultValue={failure?.values.access ?? access.access}
          error={failure?.errors.access}
          help='A subscription paid for longer keeps access longer. "As paid" without a subscription means no end date.'
        />
        <DateField
          label="Last Day"
          name="until"
          className="f big-l"
          defaultValue={failure?.values.until ?? access.until}
          error={failure?.errors.until}
          help='For "Until a date".'
        />
        <TextField
          label="Reason, for the trail"
          name="reason"
          className="f big-l"
          maxLength={200}
          defaultValue={failure?.values.reason}
          error={failure?.errors.reason}
        />
        <div className="row">
          <SendButton className="btn" busy={busy}>
            {busy ? "Saving..." : "Save Access"}
          </SendButton>
        </div>
      </Form>
      {access.subscriptions.length > 0 && (
        <ul className="stack">
          {access.subscriptions.map((subscription) => (
            <li key={subscription.id}>
              <Subscription userId={userId} subscription={subscription} billed={billed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Subscription({
  userId,
  billed,
  subscription: { id, customer, text, charge, running, pause, byEmail },
}: {
  userId: number;
  billed: boolean;
  subscription: UserAccess["subscriptions"][number];
}) {
  return (
    <Form className="row" method="post" action={`${userPath(userId, "/detach")}#access`}>
      <span>
        {[text, charge.price, charge.card].filter(Boolean).join(" · ")}
        {byEmail && " (matched by email, not confirmed)"}
        <span className="muted">
          {" "}
          {id}, {customer}
        </span>
      </span>
      <input type="hidden" name="subscription" value={id} />
      {billed && pause && (
        <Link className="btn" to={askSubscriptionPath(userId, pause, id)} preventScrollReset>
          {pause === "pause" ? "Pause" : "Resume"}
          <span className="vh"> the payments of {id}</span>
        </Link>
      )}
      {billed && running && (
        <Link className="btn" to={askSubscriptionPath(userId, "cancel", id)} preventScrollReset>
          Cancel<span className="vh"> {id}</span>
        </Link>
      )}
      <button className="btn quiet del">
        Detach<span className="vh"> {id}</span>
      </button>
    </Form>
  );
}
