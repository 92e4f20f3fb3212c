import { formatMonth } from "../../format.ts";
import { formatMoney, formatShare } from "../../money.ts";
import { conversionPercent } from "../../models/affiliates/affiliate.ts";
import type { AffiliateMonth } from "../../models/affiliates/own-months.server.ts";
import type { OwnFigures, Uncounted } from "../../models/affiliates/own-figures.server.ts";
import { CommissionChart } from "../drawings/month-chart.tsx";
import { CopyField } from "../shared/copy-field.tsx";

interface PartnerPageProps {
  partner: OwnFigures;
  /** What the affiliate gives away. */
  link: string;
  /** Where the months are as a file. */
  file: string;
}

/** What an affiliate sees of their own. */
export function AffiliatePage({ partner, link, file }: PartnerPageProps) {
  return (
    <div className="wrap page">
      <div className="head">
        <div>
          <h1>{partner.name}</h1>
          <p className="muted">Your affiliate page. Whoever has its address can read it, so keep that to yourself.</p>
        </div>
      </div>
      <div className="pair">
        <div className="stack">
          <OwnLink partner={partner} link={link} />
          <Figures partner={partner} />
          <NotCounted reasons={partner.uncounted} />
        </div>
        <div className="stack">
          <CommissionChart months={partner.months} />
          <Months months={partner.months} file={file} />
        </div>
      </div>
    </div>
  );
}

function OwnLink({ partner, link }: Pick<PartnerPageProps, "partner" | "link">) {
  const { rate_percent, price_cents, commission_cents } = partner;
  return (
    <div className="panel stack">
      <CopyField label="Your link" name="link" link={link} />
      <p className="muted">A visit with your link is remembered for 30 days; the last link before the signup counts. Each new member earns you {rate_percent}% of their first payment: {formatMoney(commission_cents)} of {formatMoney(price_cents)}, less with a discount.</p>
    </div>
  );
}

function Figures({ partner }: Pick<PartnerPageProps, "partner">) {
  const { total_clicks, total_signups, total_purchases, earned_cents, paid_cents, due_after_days } = partner;
  const waiting = earned_cents - paid_cents;
  return (
    <>
      <dl className="stats">
        <div><dt>Commission earned</dt><dd><Money cents={earned_cents} /></dd></div>
        <div><dt>Paid</dt><dd><Money cents={paid_cents} /></dd></div>
        <div><dt>Not paid yet</dt><dd><Money cents={waiting} /></dd></div>
        <div><dt>Clicks</dt><dd>{total_clicks}</dd></div>
        <div><dt>Signups</dt><dd>{total_signups}</dd></div>
        <div><dt>Purchases</dt><dd>{total_purchases}</dd></div>
        <div><dt>Conversion %</dt><dd>{formatShare(conversionPercent(total_signups, total_clicks))}</dd></div>
      </dl>
      <p className="muted">
        A commission is due {due_after_days} days after the purchase. A refund or a lost dispute takes it back.
        {waiting < 0 && " Below zero means that one came after the payout; your next commissions make up for it."}
      </p>
    </>
  );
}

function Money({ cents }: { cents: number }) {
  const [whole, fraction] = formatMoney(cents).split(".");
  return <>{whole}<small>.{fraction}</small></>;
}

function NotCounted({ reasons }: { reasons: readonly Uncounted[] }) {
  if (reasons.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="uncounted">
      <h2 id="uncounted">What did not count or was taken back</h2>
      <table className="whys">
        <thead><tr><th scope="col">Why</th><th scope="col" className="num">How many</th></tr></thead>
        <tbody>{reasons.map(({ what, reason, count }) => <tr key={reason}><th scope="row">{reason}</th><td className="num">{count} {count === 1 ? what.slice(0, -1) : what}</td></tr>)}</tbody>
      </table>
    </section>
  );
}

function Months({ months, file }: { months: readonly AffiliateMonth[]; file: string }) {
  return (
    <section aria-labelledby="months">
      <div className="head s"><h2 id="months">The last {months.length} months</h2><a className="btn" href={file}>Download CSV</a></div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="scroll" tabIndex={0} role="region" aria-label="Table of months">
        <table className="slim">
          <thead><tr><th scope="col">Month</th><th scope="col" className="num">Clicks</th><th scope="col" className="num">Signups</th><th scope="col" className="num">Purchases</th><th scope="col" className="num">Commission</th></tr></thead>
          <tbody>{[...months].reverse().map((month) => <Month key={month.month} month={month} />)}</tbody>
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
