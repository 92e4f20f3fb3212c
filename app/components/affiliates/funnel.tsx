import type { ReactNode } from "react";
import { countText } from "../../format.ts";
import { formatShare } from "../../money.ts";
import { type FunnelCounts, conversionPercent } from "../../models/affiliates/affiliate.ts";
import { Heads } from "../shared/card-table.tsx";

interface FunnelProps {
  month: FunnelCounts;
  all: FunnelCounts;
  children?: ReactNode;
}

/** How many of the clicks became signups, and of the signups purchases. */
export function Funnel({ month, all, children }: FunnelProps) {
  return (
    <section className="panel" aria-labelledby="funnel">
      <h2 id="funnel">From click to purchase</h2>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="scroll" tabIndex={0} role="region" aria-label="Clicks, signups and purchases">
        <table className="slim">
          <thead>
            <tr>
              <Heads texts={["Step"]} numbers={["This month", "All time"]} />
            </tr>
          </thead>
          <tbody>
            <Step name="Clicks" counts={[month.clicks, all.clicks]} />
            <Step name="Signups" counts={[month.signups, all.signups]} of={[month.clicks, all.clicks]} />
            <Step name="Purchases" counts={[month.purchases, all.purchases]} of={[month.signups, all.signups]} />
          </tbody>
        </table>
      </div>
      {children}
    </section>
  );
}

interface StepProps {
  name: string;
  /** This month, and all time. */
  counts: readonly [number, number];
  /** The step before. */
  of?: readonly [number, number];
}

function Step({ name, counts, of }: StepProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {counts.map((count, column) => (
        <td key={column === 0 ? "month" : "all"} className="num">
          {countText(count)}
          {of && <small className="muted">{` ${shareOf(count, of[column])}`}</small>}
        </td>
      ))}
    </tr>
  );
}

/** "(4.7%)" */
function shareOf(count: number, before = 0): string {
  return before === 0 ? "(–)" : `(${formatShare(conversionPercent(count, before))}%)`;
}
