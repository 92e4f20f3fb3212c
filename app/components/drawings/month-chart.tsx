import { formatMonth } from "../../time/months.ts";
import { formatMoney } from "../../money.ts";
import { type MonthChart, type MonthSum, monthChartOf, monthPlot } from "./month-bars.ts";

interface CommissionChartProps {
  /** Oldest first. */
  months: readonly MonthSum[];
}

export function CommissionChart({ months }: CommissionChartProps) {
  const chart = monthChartOf(months);
  const [from, to] = [months.at(0)?.month ?? "", months.at(-1)?.month ?? ""];
  return (
    <figure className="chart panel">
      <figcaption>Commission by month</figcaption>
      {chart === null && <p className="muted">No commission in the last {months.length} months.</p>}
      {chart && (
        <svg className="plot" viewBox="0 0 288 104" role="img" aria-label={textAlternative(chart, from, to)}>
          <path className="ax" d={chart.levels.map(({ y }) => `M0 ${y}H${monthPlot.width}`).join("")} />
          {chart.above && <path className="bars" d={chart.above} />}
          {chart.below && <path className="bars n" d={chart.below} />}
          {chart.levels.map(({ y, cents }) => (
            <text key={y} x="252" y={y + 4}>
              {formatMoney(cents).replace(/\.00$/, "")}
            </text>
          ))}
          <text x="0" y="103">
            {formatMonth(from)}
          </text>
          <text x={monthPlot.width} y="103" textAnchor="end">
            {formatMonth(to)}
          </text>
        </svg>
      )}
    </figure>
  );
}

function textAlternative({ best, worst }: MonthChart, from: string, to: string): string {
  const monthAndSum = ({ month, commission_cents }: MonthSum) =>
    `${formatMoney(commission_cents)} in ${formatMonth(month)}`;
  return `Commission by month from ${formatMonth(from)} to ${formatMonth(to)}: highest ${monthAndSum(best)}, lowest ${monthAndSum(worst)}`;
}
