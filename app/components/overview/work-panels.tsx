import { countText } from "../../format.ts";
import { formatMoney } from "../../money.ts";
import { channelNames } from "../../models/deliveries/deliveries.ts";
import type { Overview } from "../../models/overview/overview.server.ts";
import { payoutsPath } from "../../paths/affiliates.ts";
import { deliveriesPath } from "../../paths/deliveries.ts";
import { adminPath, usersManagerPath } from "../../paths/paths.ts";
import { gradingPath } from "../../paths/grading.ts";
import { Trend } from "../drawings/trend.tsx";
import { FigurePanel } from "./figure-panel.tsx";

/** The work of every day, and what reached people. */
export function WorkPanels({ view }: { view: Overview }) {
  return (
    <>
      <Picks view={view} />
      <Deliveries view={view} />
      <Affiliates view={view} />
    </>
  );
}

function Picks({ view: { first, picks } }: { view: Overview }) {
  const { days, toGrade } = picks;
  return (
    <FigurePanel
      id="picks"
      title="Picks"
      figure={["To grade", countText(toGrade)]}
      parts={[{ label: "Published today", value: countText(days.at(-1) ?? 0), to: adminPath }]}
      how="To grade: open picks whose game has started. Published: by time of publication, without deleted ones."
      link={[gradingPath, toGrade === 0 ? "Nothing to grade: results by day" : "Grade them"]}
    >
      <Trend label="Published" first={first} values={days} />
    </FigurePanel>
  );
}

export function WaitingPanel({ waiting }: Pick<Overview, "waiting">) {
  return (
    <FigurePanel
      id="sign-ups"
      title="Sign-ups in review"
      figure={["Waiting", countText(waiting)]}
      how="Members who signed up by the payment link, and whose payment nobody has confirmed or refused."
      link={[usersManagerPath, waiting === 0 ? "Nobody waits: all users" : "Look at the payments"]}
    />
  );
}

function Deliveries({ view: { first, deliveries } }: { view: Overview }) {
  const { channels, days } = deliveries;
  const sumOf = (what: "accepted" | "refused" | "expired" | "waiting") =>
    channels.reduce((sum, counts) => sum + counts[what], 0);
  const late = sumOf("expired");
  return (
    <FigurePanel
      id="deliveries"
      title="Mails and alerts"
      figure={["Accepted in 24 hours", countText(sumOf("accepted"))]}
      parts={[
        { label: "Refused in 24 hours", value: countText(sumOf("refused")) },
        ...(late > 0 ? [{ label: "Too late to send in 24 hours", value: countText(late) }] : []),
        { label: "Waiting now", value: countText(sumOf("waiting")) },
        ...channels.map(({ channel, accepted, refused }) => ({
          label: `– ${channelNames[channel]}, accepted and refused`,
          value: `${countText(accepted)}, ${countText(refused)}`,
        })),
      ]}
      how="One for each recipient and channel. Finished: accepted by the next server, refused, or too late."
      link={[deliveriesPath, channels.length === 0 ? "Nothing was sent: send a test mail" : "What reached whom"]}
    >
      <Trend label="Finished" first={first} values={days} />
    </FigurePanel>
  );
}

function Affiliates({ view: { first, commissions } }: { view: Overview }) {
  const { days, due, payees } = commissions;
  return (
    <FigurePanel
      id="affiliates"
      title="Affiliates"
      figure={["Their share of 30 days", formatMoney(days.reduce((sum, cents) => sum + cents, 0))]}
      parts={[
        { label: "Due now", value: formatMoney(due), to: payoutsPath },
        { label: "Affiliates to pay", value: countText(payees) },
      ]}
      how="Commission booked, less what refunds and disputes took back. Due: not paid, 30 days after the purchase."
      link={[payoutsPath, payees === 0 ? "Nothing to pay: earlier payouts" : "Pay what is due"]}
    >
      <Trend label="Commission" first={first} values={days} format={formatMoney} />
    </FigurePanel>
  );
}
