import { Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { UserQuestion } from "../../models/people/user-page.server.ts";
import { adminPath, usersManagerPath } from "../../paths/paths.ts";
import { askSubscriptionPath, userPath } from "../../paths/users.ts";
import { DateField } from "../forms/date-field.tsx";
import { TextField } from "../forms/field.tsx";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "../shared/confirm-dialog.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";

interface UserActionPageProps {
  view: UserQuestion & PageExtras;
  failure: FailedForm | undefined;
}

/** Asks about a person, on a page of its own; without a question when there is nothing to act on any more. */
export function UserActionPage({ view, failure }: UserActionPageProps) {
  const { user } = view;
  const question = questionOf(view, failure);
  const to = userPath(user.id);
  const dialog = question && (
    <ConfirmDialog {...question} subject={`${user.name}, ${user.email}`} cancelTo={to} problem={failure?.message} />
  );
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={usersManagerPath} title={user.name}>
          <Link className="a" to={to}>
            Their page
          </Link>
        </AdminTabs>
        {!dialog && <Problem message={failure?.message ?? "There is nothing to do here any more."} />}
      </div>
    </MemberFrame>
  );
}

function questionOf(
  { user, asked, unconfirmed, billed }: UserActionPageProps["view"],
  failure: FailedForm | undefined,
): Omit<ConfirmDialogProps, "cancelTo" | "subject"> | undefined {
  if (asked.action === "confirm" && unconfirmed)
    return {
      question: "Send the confirmation email again?",
      confirmLabel: "Send",
      confirmLook: "primary",
      action: userPath(user.id, "/ask/confirm"),
      note: "It has a new link, valid for seven days.",
    };
  if (asked.action === "two-factor")
    return {
      question: "Reset two-factor sign-in?",
      confirmLabel: "Reset",
      action: userPath(user.id, "/ask/two-factor"),
      note: "Anyone with their password can then sign in: make sure that they asked for it. Signs them out on all devices.",
    };
  if (asked.action === "cancel" && billed && asked.subscription)
    return {
      question: "Cancel this subscription?",
      confirmLabel: "Cancel subscription",
      action: askSubscriptionPath(user.id, "cancel", asked.subscription),
      note: "They keep access to the end of the paid period and aren't charged again. After a failed payment it ends now.",
      children: <input type="hidden" name="subscription" value={asked.subscription} />,
    };
  if (asked.action === "pause" && billed && asked.subscription)
    return {
      question: "Pause the payments?",
      confirmLabel: "Pause",
      confirmLook: "primary",
      action: askSubscriptionPath(user.id, "pause", asked.subscription),
      note: "They aren't charged before that day, nor later for the time between. They keep their access.",
      children: (
        <>
          <input type="hidden" name="subscription" value={asked.subscription} />
          <DateField
            label="Charge again from"
            name="until"
            defaultValue={failure?.values.until}
            error={failure?.errors.until}
          />
          <TextField
            label="Reason, for the trail"
            name="reason"
            maxLength={200}
            defaultValue={failure?.values.reason}
            error={failure?.errors.reason}
          />
        </>
      ),
    };
  if (asked.action === "resume" && billed && asked.subscription)
    return {
      question: "Resume the payments?",
      confirmLabel: "Resume",
      confirmLook: "primary",
      action: askSubscriptionPath(user.id, "resume", asked.subscription),
      note: "They are charged again from the next date of their billing.",
      children: <input type="hidden" name="subscription" value={asked.subscription} />,
    };
  if (asked.action !== "refund" || asked.refund === null) return undefined;
  const { refund, charged } = asked;
  return {
    question: `Refund the payment of ${refund.paid}?`,
    confirmLabel: "Refund",
    action: userPath(user.id, "/ask/refund"),
    note: `A full refund ends their access now, and the affiliate's commission is taken back in proportion.${
      charged ? " The subscription goes on charging: cancel it too." : ""
    }`,
    children: (
      <>
        <input type="hidden" name="invoice_id" value={refund.invoice} />
        <input type="hidden" name="shown" value={refund.refundedCents} />
        <AmountField
          label={`Amount (${refund.currency}), at most ${refund.left}`}
          name="amount"
          usual={refund.typed}
          failure={failure}
        />
        <AmountField label="The same amount again" name="again" usual="" failure={failure} />
      </>
    ),
  };
}

function AmountField({
  label,
  name,
  usual,
  failure,
}: {
  label: string;
  name: string;
  usual: string;
  failure: FailedForm | undefined;
}) {
  return (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      required
      defaultValue={failure?.values[name] ?? usual}
      error={failure?.errors[name]}
    />
  );
}
