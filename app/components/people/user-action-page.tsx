import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { AskedAction, UserView } from "../../models/people/user-page.server.ts";
import { cancelSubscriptionPath, userPath } from "../../paths/users.ts";
import { TextField } from "../forms/field.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "../shared/confirm-dialog.tsx";
import { UserPage } from "./user-page.tsx";

interface UserActionPageProps {
  view: UserView & PageExtras & { asked: AskedAction };
  failure: FailedForm | undefined;
}

/** The page of a person with a question over it; without one, when there is nothing to act on any more. */
export function UserActionPage({ view, failure }: UserActionPageProps) {
  const question = questionOf(view, failure);
  const dialog = question && (
    <ConfirmDialog {...question} cancelTo={userPath(view.user.id)} problem={failure?.message} />
  );
  return <UserPage view={view} failure={dialog ? undefined : failure} dialog={dialog} />;
}

function questionOf(
  { user, asked, unconfirmed, billed }: UserActionPageProps["view"],
  failure: FailedForm | undefined,
): Omit<ConfirmDialogProps, "cancelTo"> | undefined {
  const person = { subject: `${user.name}, ${user.email}`, confirmLook: "primary" } as const;
  if (asked.action === "confirm" && unconfirmed)
    return {
      ...person,
      question: "Send the confirmation email again?",
      confirmLabel: "Send",
      action: userPath(user.id, "/confirm"),
      note: "It has a new link, valid for seven days.",
    };
  if (asked.action === "cancel" && billed && asked.subscription)
    return {
      ...person,
      question: "Cancel this subscription?",
      confirmLabel: "Cancel subscription",
      confirmLook: "danger",
      action: cancelSubscriptionPath(user.id, asked.subscription),
      note: "They keep access to the end of the paid period and aren't charged again. After a failed payment it ends now.",
      children: <input type="hidden" name="subscription" value={asked.subscription} />,
    };
  if (asked.action !== "refund" || asked.refund === null) return undefined;
  const { refund, charged } = asked;
  return {
    ...person,
    question: `Refund the payment of ${refund.paid}?`,
    confirmLabel: "Refund",
    confirmLook: "danger",
    action: userPath(user.id, "/refund"),
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
