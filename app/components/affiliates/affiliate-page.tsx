import { formatMonth } from "../../time/months.ts";
import { formatMoney, formatShare } from "../../money.ts";
import { conversionPercent } from "../../models/affiliates/affiliate.ts";
import type { AffiliateMonth, OwnFigures, Uncounted } from "../../models/affiliates/own-figures.server.ts";
import { CommissionChart } from "../drawings/month-chart.tsx";
import { Heads } from "../shared/card-table.tsx";
import { CopyField } from "../forms/copy-field.tsx";

interface AffiliatePageProps {
  affiliate: OwnFigures;
  referralLink: string;
  monthsFile: string;
}

export function AffiliatePage({ affiliate, referralLink, monthsFile }: AffiliatePageProps) {
  return (
    <div className="wrap page">
      <div className="head">
        <div>
          <h1>{affiliate.name}</h1>
          <p className="muted">Your affiliate page. Keep this private: anyone with the link can see these figures.</p>
        </div>
      </div>
      <div className="pair">
        <div className="stack">
          <OwnLink affiliate={affiliate} referralLink={referralLink} />
          <Figures affiliate={affiliate} />
          <NotCounted reasons={affiliate.uncounted} />
        </div>
        <div className="stack">
          <CommissionChart months={affiliate.months} />
          <Months months={affiliate.months} file={monthsFile} />
        </div>
      </div>
    </div>
  );
}

function OwnLink({ affiliate, referralLink }: Pick<AffiliatePageProps, "affiliate" | "referralLink">) {
  const { rate_percent, price_cents, commission_cents } = affiliate;
  return (
    <div className="panel stack">
      <CopyField label="Your link" name="link" link={referralLink} />
      <p className="muted">
        A visit through your link counts for 30 days. Only the last affiliate link before a signup counts. You earn{" "}
        {rate_percent}% of each new member's first payment: {formatMoney(commission_cents)} of{" "}
        {formatMoney(price_cents)}, or less with a discount.
      </p>
    </div>
  );
}

function Figures({ affiliate }: Pick<AffiliatePageProps, "affiliate">) {
  const { total_clicks, total_signups, total_purchases, earned_cents, paid_cents, due_after_days } = affiliate;
  const unpaid = earned_cents - paid_cents;
  const figures = [
    ["Commission earned", <Money key="earned" cents={earned_cents} />],
    ["Paid", <Money key="paid" cents={paid_cents} />],
    ["Not paid yet", <Money key="unpaid" cents={unpaid} />],
    ["Clicks", total_clicks],
    ["Signups", total_signups],
    ["Purchases", total_purchases],
    ["Conversion %", formatShare(conversionPercent(total_signups, total_clicks))],
  ] as const;
  return (
    <>
      <dl className="stats">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        A commission is due {due_after_days} days after the purchase. Refunded purchases are deducted. So are lost
        disputes.
        {unpaid < 0 && " Below zero: we deducted something after a payout. Your next commissions will cover it."}
      </p>
    </>
  );
}

function Money({ cents }: { cents: number }) {
  const [whole, fraction] = formatMoney(cents).split(".");
  return (
    <>
      {whole}
      <small>.{fraction}</small>
    </>
  );
}

function NotCounted({ reasons }: { reasons: readonly Uncounted[] }) {
  if (reasons.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="uncounted">
      <h2 id="uncounted">Not counted or taken back</h2>
      <table className="whys">
        <thead>
          <tr>
            <Heads texts={["Why"]} numbers={["Count"]} />
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ what, reason, count }) => (
            <tr key={reason}>
              <th scope="row">{reason}</th>
              <td className="num">
                {count} {count === 1 ? what.slice(0, -1) : what}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Months({ months, file }: { months: readonly AffiliateMonth[]; file: string }) {
  return (
    <section aria-labelledby="months">
      <div className="head s">
        <h2 id="months">The last {months.length} months</h2>
        <a className="btn" href={file}>
          Download CSV
        </a>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="scroll" tabIndex={0} role="region" aria-label="Table of months">
        <table className="slim">
          <thead>
            <tr>
              <Heads texts={["Month"]} numbers={["Clicks", "Signups", "Purchases", "Commission"]} />
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map((month) => (
              <Month key={month.month} month={month} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Month({ month }: { month: AffiliateMonth }) {
  return (
    <tr>
      <th scope="row">{formatMonth(month.month)}</th>
      <td className="num">{month.clicks}</td>
      <td className="num">{month.signups}</td>
      <td className="num">{month.purchases}</td>
      <td className="num">{formatMoney(month.commission_cents)}</td>
    </tr>
  );
}
