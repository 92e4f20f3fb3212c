import { Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { AskedAction, UserQuestion } from "../../models/people/user-page.server.ts";
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

type Question = Omit<ConfirmDialogProps, "cancelTo" | "subject">;

function questionOf(
  { user: { id }, asked, unconfirmed, billed }: UserActionPageProps["view"],
  failure: FailedForm | undefined,
): Question | undefined {
  const { action, subscription, refund } = asked;
  switch (action) {
    case "confirm":
      return unconfirmed ? confirmQuestion(id) : undefined;
    case "two-factor":
      return twoFactorQuestion(id);
    case "refund":
      return refund ? refundQuestion(id, refund, asked.charged, failure) : undefined;
    default:
      return billed && subscription !== null ? subscriptionQuestion(id, action, subscription, failure) : undefined;
  }
}

function confirmQuestion(userId: number): Question {
  return {
    question: "Send the confirmation email again?",
    confirmLabel: "Send",
    confirmLook: "primary",
    action: userPath(userId, "/ask/confirm"),
    note: "It has a new link, valid for seven days.",
  };
}

function twoFactorQuestion(userId: number): Question {
  return {
    question: "Reset two-factor sign-in?",
    confirmLabel: "Reset",
    action: userPath(userId, "/ask/two-factor"),
    note: "Anyone with their password can then sign in: make sure that they asked for it. Signs them out on all devices.",
  };
}

const subscriptionTexts = {
  cancel: {
    question: "Cancel this subscription?",
    confirmLabel: "Cancel subscription",
    note: "They keep access to the end of the paid period and aren't charged again. After a failed payment it ends now.",
  },
  pause: {
    question: "Pause the payments?",
    confirmLabel: "Pause",
    confirmLook: "primary",
    note: "They aren't charged before that day, nor later for the time between. They keep their access.",
  },
  resume: {
    question: "Resume the payments?",
    confirmLabel: "Resume",
    confirmLook: "primary",
    note: "They are charged again from the next date of their billing.",
  },
} as const;

function subscriptionQuestion(
  userId: number,
  about: keyof typeof subscriptionTexts,
  subscription: string,
  failure: FailedForm | undefined,
): Question {
  return {
    ...subscriptionTexts[about],
    action: askSubscriptionPath(userId, about, subscription),
    children: (
      <>
        <input type="hidden" name="subscription" value={subscription} />
        {about === "pause" && <PauseFields failure={failure} />}
      </>
    ),
  };
}

function PauseFields({ failure }: { failure: FailedForm | undefined }) {
  return (
    <>
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
  );
}

function refundQuestion(
  userId: number,
  refund: NonNullable<AskedAction["refund"]>,
  charged: boolean,
  failure: FailedForm | undefined,
): Question {
  return {
    question: `Refund the payment of ${refund.paid}?`,
    confirmLabel: "Refund",
    action: userPath(userId, "/ask/refund"),
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
