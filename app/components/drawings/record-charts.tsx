import { countText } from "../../format.ts";
import { type CalibrationBar, type Charts, rangeText, smallSample } from "../../models/figures/series.ts";
import { wilsonInterval } from "../../models/figures/interval.ts";
import type { CurveDrawing } from "../../models/figures/units-curve.ts";

interface RecordChartsProps {
  /** null without bets. */
  charts: Charts | null;
  bets: number;
}

export function RecordCharts({ charts, bets }: RecordChartsProps) {
  if (charts === null) return null;
  return (
    <>
      <figure className="chart panel">
        <figcaption>
          Cumulative units <span className="muted">{betsText(bets)}</span>
        </figcaption>
        <CumulativeUnits curve={charts.curve} />
      </figure>
      {charts.calibration.length > 0 && (
        <figure className="chart panel">
          <figcaption id="calibration">Confidence calibration</figcaption>
          <Calibration bars={charts.calibration} />
        </figure>
      )}
    </>
  );
}

export function CumulativeUnits({ curve }: { curve: CurveDrawing }) {
  const { line, second, above, below, zero, end, grid, levels, ticks, label } = curve;
  return (
    <div className="axes">
      <svg viewBox="0 0 600 160" preserveAspectRatio="none" role="img" aria-label={label}>
        <path className="ax" d={grid} />
        {above && <path className="ar" d={above} />}
        {below && <path className="ar n" d={below} />}
        <path className="ax z" d={`M0 ${zero}H600`} />
        {second && <path className="ln2" d={second} />}
        <path className="ln" d={line} />
        <path className="end" d={`M600 ${end}h0`} />
      </svg>
      <p className="y" aria-hidden="true">
        {levels.map((level) => (
          <span key={level}>{level}</span>
        ))}
      </p>
      <p className="x" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </p>
    </div>
  );
}

/** Compares confidence with results. A figure with the id "calibration" in its caption is around it. */
export function Calibration({ bars }: { bars: readonly CalibrationBar[] }) {
  const isSmall = ({ bets }: CalibrationBar) => bets < smallSample;
  if (bars.every(isSmall)) {
    const bets = bars.reduce((sum, bar) => sum + bar.bets, 0);
    return <p className="muted">{`${betsText(bets)}: too few to judge. Shown once a range has ${smallSample}.`}</p>;
  }
  return (
    <>
      <table className="cal" aria-labelledby="calibration">
        <thead>
          <tr>
            <th scope="col">Sim conf</th>
            <th scope="col">
              <span className="vh">Chart, 0 to 100 %</span>
              <span className="sc3" aria-hidden="true">
                <span>0</span>
                <span>50</span>
                <span>100</span>
              </span>
            </th>
            {["Won", "Expected", "Bets"].map((name) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <CalibrationRow key={bar.from} bar={bar} isSmall={isSmall(bar)} />
          ))}
        </tbody>
      </table>
      <p className="muted">
        Dot: won. Band: 95 % interval. Tick: expected.
        {bars.some(isSmall) && ` Faded: under ${smallSample} bets.`}
      </p>
    </>
  );
}

function CalibrationRow({ bar, isSmall }: { bar: CalibrationBar; isSmall: boolean }) {
  // From whole percent: a page need not carry what the drawing is too small to show.
  const [low, high] = wilsonInterval((bar.won * bar.bets) / 100, bar.bets) ?? [0, 100];
  return (
    <tr className={isSmall ? "few" : undefined}>
      <th scope="row">
        {rangeText(bar)}
        {isSmall && <small> too few</small>}
      </th>
      <td>
        <svg aria-hidden="true">
          <rect className="o" y="5" width="100%" height="6" rx="3" />
          <rect className="iv" x={`${Math.round(low)}%`} y="5" width={`${Math.round(high - low)}%`} height="6" rx="3" />
          <circle className="dot" cx={`${bar.won}%`} cy="8" r="5" />
          <rect className="e" x={`${bar.expected}%`} width="2" height="16" />
        </svg>
      </td>
      <td className="num">{`${bar.won}%`}</td>
      <td className="num muted">{`${bar.expected}%`}</td>
      <td className="num muted">{countText(bar.bets)}</td>
    </tr>
  );
}

function betsText(bets: number): string {
  return `${countText(bets)} ${bets === 1 ? "bet" : "bets"}`;
}
