import { formatLevel } from "../../format.ts";
import type { CalibrationBar, Charts, Curve } from "../../models/record/series.ts";
import { rangeText, smallSample } from "../../models/record/series.ts";
import { Result } from "../picks/pick-parts.tsx";
import { drawCurve, plot } from "./units-curve.ts";

interface RecordChartsProps {
  /** null without bets. */
  charts: Charts | null;
  unitsWon: number;
}

export function RecordCharts({ charts, unitsWon }: RecordChartsProps) {
  if (charts === null) return null;
  return (
    <>
      <figure className="chart panel">
        <figcaption>
          Cumulative units <Result units={unitsWon} />
        </figcaption>
        <CumulativeUnits curve={charts.curve} />
      </figure>
      <figure className="chart panel">
        <figcaption id="calibration">Confidence calibration</figcaption>
        <Calibration bars={charts.calibration} note={charts.note} />
      </figure>
    </>
  );
}

function CumulativeUnits({ curve }: { curve: Curve }) {
  const { from, to, undated } = curve;
  const { path, zero, end, levels, label } = drawCurve(curve);
  const farthest = Math.max(curve.highest, -curve.lowest);
  return (
    <svg className="plot" viewBox="0 0 288 104" role="img" aria-label={label}>
      <path className="ax" d={levels.map(({ y }) => `M0 ${y}H${plot.width}`).join("")} />
      <path className="ar" d={`${path}V${zero}z`} />
      <path className="ln" d={path} />
      <circle cx={plot.width} cy={end} r="3.5" className="dot" />
      {levels.map(({ y, units }) => (
        <text key={y} x="262" y={y + 4}>
          {formatLevel(units, farthest)}
        </text>
      ))}
      {(from !== to || undated) && (
        <text x="0" y="103">
          {from}
        </text>
      )}
      <text x={plot.width} y="103" textAnchor="end">
        {undated ? "no date" : to}
      </text>
    </svg>
  );
}

function Calibration({ bars, note }: { bars: readonly CalibrationBar[]; note: string }) {
  return (
    <>
      <table className="cal" aria-labelledby="calibration">
        <thead>
          <tr>
            <th scope="col">Sim conf</th>
            <th scope="col">
              <span className="vh">Expected</span>
            </th>
            <th scope="col" className="num">
              Won
            </th>
            <th scope="col" className="num">
              Bets
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <CalibrationRow key={bar.from} bar={bar} />
          ))}
        </tbody>
      </table>
      <p className="muted">{`Bar: share won. Tick: share the simulation expected.${note}`}</p>
    </>
  );
}

function CalibrationRow({ bar }: { bar: CalibrationBar }) {
  return (
    <tr>
      <th scope="row">{rangeText(bar)}</th>
      <td>
        <svg role="img" aria-label={`${bar.expected}%`}>
          <rect className="o" y="5" width="100%" height="6" rx="3" />
          <rect className="v" y="5" width={`${bar.won}%`} height="6" rx="3" />
          <rect className="e" x={`${bar.expected}%`} width="2" height="16" />
        </svg>
      </td>
      <td className={bar.bets < smallSample ? "num muted" : "num"}>{`${bar.won}%`}</td>
      <td className="num muted">{bar.bets}</td>
    </tr>
  );
}
