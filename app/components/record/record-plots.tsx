import { countText } from "../../format.ts";
import type { PeriodRow } from "../../models/record/pages/plots.ts";
import type { CalibrationBar } from "../../models/figures/series.ts";
import type { CurveDrawing } from "../../models/figures/units-curve.ts";
import { Calibration, CumulativeUnits } from "../drawings/record-charts.tsx";
import { Units } from "./figure-text.tsx";

interface RecordPlotsProps {
  /** Null without a bet. */
  curves: CurveDrawing | null;
  periods: readonly PeriodRow[];
  /** Null while there are too few to judge. */
  calibration: readonly CalibrationBar[] | null;
  decided: number;
}

export function RecordPlots({ curves, periods, calibration, decided }: RecordPlotsProps) {
  if (curves === null) return null;
  return (
    <div className="pair l">
      <UnitsPlot curves={curves} periods={periods} />
      <figure className="chart panel">
        <figcaption id="calibration">Confidence calibration</figcaption>
        {calibration === null ? (
          <p className="muted">{`${countText(decided)} decided: too few to judge.`}</p>
        ) : (
          <Calibration bars={calibration} />
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
