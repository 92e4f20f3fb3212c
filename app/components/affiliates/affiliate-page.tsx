import { formatMonth } from "../../time/months.ts";
import { countText } from "../../format.ts";
import { formatMoney, formatShare } from "../../money.ts";
import { conversionPercent } from "../../models/affiliates/affiliate.ts";
import type { AffiliateMonth, OwnFigures, Uncounted } from "../../models/affiliates/own-figures.server.ts";
import { CommissionChart } from "../drawings/month-chart.tsx";
import { Heads } from "../shared/card-table.tsx";
import { CopyField } from "../forms/copy-field.tsx";
import { Funnel } from "./funnel.tsx";

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
          <ThisMonth affiliate={affiliate} />
          <NextPayout affiliate={affiliate} />
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
  const { terms, price_cents, commission_cents } = affiliate;
  return (
    <div className="panel stack">
      <CopyField label="Your link" name="link" link={referralLink} />
      <p className="muted">
        A visit through your link counts for 30 days. Only the last affiliate link before a signup counts.
      </p>
      <p>
        {terms.since === null ? "Your terms" : `Your terms since ${terms.since}`}: you earn {terms.rate_percent}% of
        each new member&apos;s first payment: {formatMoney(commission_cents)} of {formatMoney(price_cents)}, or less
        with a discount. Later payments earn nothing.
      </p>
    </div>
  );
}

function ThisMonth({ affiliate }: Pick<AffiliatePageProps, "affiliate">) {
  const { months, total_clicks: clicks, total_signups: signups, total_purchases: purchases } = affiliate;
  const month = months.at(-1);
  if (!month) return null;
  return (
    <section className="stack" aria-labelledby="this-month">
      <h2 id="this-month">This month</h2>
      <MonthFigures month={month} />
      <Funnel month={month} all={{ clicks, signups, purchases }} />
    </section>
  );
}

function MonthFigures({ month }: { month: AffiliateMonth }) {
  const [whole, fraction] = formatMoney(month.commission_cents).split(".");
  const counts = [
    ["Purchases", countText(month.purchases)],
    ["Clicks", countText(month.clicks)],
    ["Signups", countText(month.signups)],
    ["Conversion %", formatShare(conversionPercent(month.signups, month.clicks))],
  ] as const;
  return (
    <dl className="stats">
      <div>
        <dt>Commission earned</dt>
        <dd>
          {whole}
          <small>.{fraction}</small>
        </dd>
      </div>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function NextPayout({ affiliate }: Pick<AffiliatePageProps, "affiliate">) {
  const { earned_cents, paid_cents, terms, next_payout } = affiliate;
  const { due_cents, later } = next_payout;
  const belowZero = due_cents < 0 || later.some(({ cents }) => cents < 0);
  return (
    <section className="panel" aria-labelledby="payout">
      <h2 id="payout">Next payout</h2>
      <dl className="tally">
        <Sum label="Due now" cents={due_cents} />
        {soonest(later).map(({ label, cents }) => (
          <Sum key={label} label={label} cents={cents} />
        ))}
        <Sum label="Paid so far" cents={paid_cents} />
        <Sum label="Commission earned in all" cents={earned_cents} />
      </dl>
      <p className="muted">
        A commission is due {terms.due_after_days} days after the purchase, so that refunds come off first. Refunded
        purchases are deducted. So are lost disputes.
        {belowZero && " Below zero: we deducted something after a payout. Your next commissions will cover it."}
      </p>
    </section>
  );
}

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatMoney(cents)}</dd>
    </div>
  );
}

const shownDays = 3;

/** The next days on which something falls due, and the rest in one line. */
function soonest(later: OwnFigures["next_payout"]["later"]): { label: string; cents: number }[] {
  const [next, rest] = [later.slice(0, shownDays), later.slice(shownDays)];
  const lines = next.map(({ day, cents }) => ({ label: `Due from ${day}`, cents }));
  const last = rest.at(-1);
  if (!last) return lines;
  const cents = rest.reduce((sum, line) => sum + line.cents, 0);
  return [...lines, { label: `Due after that, until ${last.day}`, cents }];
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
