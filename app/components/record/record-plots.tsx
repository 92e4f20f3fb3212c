import { countText } from "../../format.ts";
import type { CalibrationMarks, PeriodRow } from "../../models/record/pages/plots.ts";
import type { CurveDrawing } from "../../models/figures/units-curve.ts";
import { CumulativeUnits } from "../drawings/record-charts.tsx";
import { Units } from "./figure-text.tsx";

interface RecordPlotsProps {
  /** Null without a bet. */
  curves: CurveDrawing | null;
  periods: readonly PeriodRow[];
  /** Null while there are too few to judge. */
  calibration: readonly CalibrationMarks[] | null;
  decided: number;
}

export function RecordPlots({ curves, periods, calibration, decided }: RecordPlotsProps) {
  if (curves === null) return null;
  return (
    <div className="pair l">
      <UnitsPlot curves={curves} periods={periods} />
      <figure className="chart panel">
        <figcaption id="cal">Confidence calibration</figcaption>
        {calibration === null ? (
          <p className="muted">{`${countText(decided)} decided: too few to judge.`}</p>
        ) : (
          <CalibrationTable lines={calibration} />
        )}
      </figure>
    </div>
  );
}

function UnitsPlot({ curves, periods }: { curves: CurveDrawing; periods: readonly PeriodRow[] }) {
  const last = periods.at(-1);
  return (
    <figure className="panel stack">
      <figcaption className="key">
        <b>Cumulative units</b>
        <span>
          <svg aria-hidden="true">
            <path className="ln" d="M0 4h24" />
          </svg>
          Staked <Units text={last?.units ?? ""} />
        </span>
        <span>
          <svg aria-hidden="true">
            <path className="ln2" d="M0 4h24" />
          </svg>
          Flat 1u <Units text={last?.flat ?? ""} />
        </span>
      </figcaption>
      <CumulativeUnits curve={curves} />
      <details className="unfold">
        <summary>The same as a table</summary>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                {["To the end of", "W-L-P in it", "Staked", "Flat 1u"].map((name, index) => (
                  <th key={name} scope="col" className={index > 0 ? "num" : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {periods.map(({ period, record, units, flat }) => (
                <tr key={period}>
                  <th scope="row">{period}</th>
                  <td className="num">{record}</td>
                  <td className="num">
                    <Units text={units} />
                  </td>
                  <td className="num">
                    <Units text={flat} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function CalibrationTable({ lines }: { lines: readonly CalibrationMarks[] }) {
  return (
    <>
      <table className="cal" aria-labelledby="cal">
        <thead>
          <tr>
            <th scope="col">Sim conf</th>
            <th scope="col">
              <span className="vh">Chart</span>
            </th>
            {["Won", "95 %", "Bets"].map((name) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ range, won, low, high, expected, bets }) => (
            <tr key={range}>
              <th scope="row">{range}</th>
              <td>
                <svg aria-hidden="true">
                  <rect className="o" y="5" width="100%" height="6" rx="3" />
                  <rect className="iv" x={`${low}%`} y="5" width={`${high - low}%`} height="6" rx="3" />
                  <circle className="dot" cx={`${won}%`} cy="8" r="5" />
                  <rect className="e" x={`${expected}%`} width="2" height="16" />
                </svg>
              </td>
              <td className="num">{`${won}%`}</td>
              <td className="num nw muted">{`${low}–${high}`}</td>
              <td className="num muted">{countText(bets)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">
        Dot: share won. Band: its 95 % interval. Tick: share the simulation expected. Wins and losses only.
      </p>
    </>
  );
}
