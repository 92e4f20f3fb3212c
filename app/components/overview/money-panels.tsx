import { countText } from "../../format.ts";
import { formatShare } from "../../money.ts";
import { moneyText } from "../../models/billing/charge.ts";
import type { OpenDispute } from "../../models/billing/dispute.server.ts";
import type { FailedPayment, MemberFigures } from "../../models/overview/members.server.ts";
import type { EndReason } from "../../models/overview/paid-spans.ts";
import { accessNames } from "../../models/people/user.ts";
import { usersManagerPath, withQuery } from "../../paths/paths.ts";
import { userPath } from "../../paths/users.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import { Trend } from "../drawings/trend.tsx";
import { FigurePanel } from "./figure-panel.tsx";

interface MoneyPanelsProps {
  first: string;
  members: MemberFigures;
}

const reasonLabels: Readonly<Record<EndReason, string>> = {
  cancelled: "Cancelled",
  unpaid: "Payment failed for good",
  refunded: "Refunded",
  other: "Ended at once, or no reason known",
};

export function MoneyPanels(props: MoneyPanelsProps) {
  return (
    <>
      <Members {...props} />
      <Recurring {...props} />
      <Flow {...props} />
      <Failed failed={props.members.failed} />
    </>
  );
}

function Members({ first, members: { access } }: MoneyPanelsProps) {
  return (
    <FigurePanel
      id="members"
      title="Members"
      figure={["With access now", countText(access.all)]}
      parts={access.kinds
        .filter(({ kind, count }) => kind === "paid" || count > 0)
        .map(({ kind, count }) => ({
          label: accessNames[kind],
          value: countText(count),
          to: withQuery(usersManagerPath, "", { access: kind, status: "Active" }),
        }))}
      how="Each person once, without staff, suspended accounts and sign-ups in review. Granted: also while payments are paused. Paying: from the first payment to the end of access, with pauses."
      link={[usersManagerPath, access.all === 0 ? "Nobody yet: add a user, or share your pricing page" : "All users"]}
    >
      <Trend label="Paying" first={first} values={access.paying} />
    </FigurePanel>
  );
}

function Recurring({ first, members: { recurring } }: MoneyPanelsProps) {
  const [main = { currency: "usd", now: 0, before: 0, days: [0] }, ...others] = recurring;
  const { currency, now, before, days } = main;
  const money = (cents: number) => moneyText(cents, currency);
  return (
    <FigurePanel
      id="recurring"
      title="Monthly recurring revenue"
      figure={["MRR now", money(now)]}
      parts={[
        { label: "30 days ago", value: money(before) },
        { label: "Change", value: `${now > before ? "+" : ""}${money(now - before)}` },
        ...others.flatMap((other) => [
          { label: `Now in ${other.currency.toUpperCase()}`, value: moneyText(other.now, other.currency) },
          { label: `30 days ago in ${other.currency.toUpperCase()}`, value: moneyText(other.before, other.currency) },
        ]),
      ]}
      how="Monthly prices of the subscriptions that live and are not in a trial; a yearly one counts a twelfth, a paused one and granted access nothing. On a past day: what each had paid last, refunds not deducted."
      link={[
        usersManagerPath,
        recurring.length === 0 ? "No subscription yet: see who has access" : "Users and their memberships",
      ]}
    >
      <Trend label="MRR" first={first} values={days} format={money} />
      {others.map((other) => (
        <Trend
          key={other.currency}
          label={`MRR in ${other.currency.toUpperCase()}`}
          first={first}
          values={other.days}
          format={(cents) => moneyText(cents, other.currency)}
        />
      ))}
    </FigurePanel>
  );
}

function Flow({ first, members: { flow } }: MoneyPanelsProps) {
  const sumOf = (days: readonly number[]) => days.reduce((sum, count) => sum + count, 0);
  const { churn, payingBefore, joined, ended, reasons } = flow;
  return (
    <FigurePanel
      id="flow"
      title="Joined and ended"
      figure={["Churn of 30 days", churn === null ? "–" : `${formatShare(churn)}%`]}
      parts={[
        { label: "Paying 30 days ago", value: countText(payingBefore) },
        { label: "Joined since", value: countText(sumOf(joined)) },
        { label: "Ended since", value: countText(sumOf(ended)) },
        ...reasons.map(({ reason, count }) => ({ label: `– ${reasonLabels[reason]}`, value: countText(count) })),
      ]}
      how="Joined: a first payment, also of somebody who came back. Ended: the end of paid access. Churn: ended, of those who paid 30 days ago."
      link={[usersManagerPath, "Users and their memberships"]}
    >
      <Trend label="Joined" first={first} values={joined} />
      <Trend label="Ended" first={first} values={ended} />
    </FigurePanel>
  );
}

function Failed({ failed }: { failed: readonly FailedPayment[] }) {
  return (
    <FigurePanel
      id="failed"
      title="Failed payments"
      figure={["Past due now", countText(failed.length)]}
      parts={failed.map((payment) => ({
        label: `${payment.name}, since ${formatCalendarDate(payment.since)}`,
        value: payment.until === null ? "" : `until ${formatCalendarDate(payment.until)}`,
        ...(payment.userId === null ? {} : { to: userPath(payment.userId) }),
      }))}
      how={
        failed.length === 0
          ? "Subscriptions whose last payment failed, by Stripe's last report. Nothing to do."
          : "Next: Stripe tries the card again. Access stays until Stripe gives up and ends the subscription, or until the day beside the name. Since: a period after the last payment."
      }
      link={[withQuery(usersManagerPath, "", { access: "past-due" }), "All of them"]}
    />
  );
}

export function Disputes({ disputes }: { disputes: readonly OpenDispute[] }) {
  if (disputes.length === 0) return null;
  return (
    <FigurePanel
      id="disputes"
      title="Disputed payments"
      figure={["Open now", countText(disputes.length)]}
      parts={disputes.map(({ userId, name, amount, paid, next }) => ({
        label: `${name}, paid ${paid}: ${next}`,
        value: amount,
        ...(userId === null ? {} : { to: userPath(userId) }),
      }))}
      how="Payments that members disputed at their bank, by Stripe's last report. A dispute without an answer is lost. Access and commission stay."
      link={["https://dashboard.stripe.com/disputes", "Answer at Stripe"]}
    />
  );
}
