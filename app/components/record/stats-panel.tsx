import { splitFigure } from "../../format.ts";
import type { RecordFigures } from "../../models/record/record.ts";

/** All five figures have two decimals; the fraction is small, so that 92.00 bets reads as 92. */
export function StatsPanel({ record }: { record: RecordFigures }) {
  return (
    <dl className="stats">
      <div>
        <dt>Win %</dt>
        <dd>
          <Figure value={record.winPercent} suffix="%" />
        </dd>
      </div>
      <div>
        <dt>Units Won</dt>
        <dd>
          <span className={`u ${record.unitsWon >= 0 ? "p" : "n"}`}>
            <Figure value={record.unitsWon} signed />
          </span>
        </dd>
      </div>
      <div>
        <dt>ROI %</dt>
        <dd>
          <Figure value={record.roiPercent} suffix="%" />
        </dd>
      </div>
      <div>
        <dt>Total Bets</dt>
        <dd>
          <Figure value={record.totalBets} />
        </dd>
      </div>
      <div>
        <dt>Avg Sim Conf</dt>
        <dd>
          <Figure value={record.averageConfidence} suffix="%" />
        </dd>
      </div>
    </dl>
  );
}

function Figure({ value, suffix = "", signed = false }: { value: number; suffix?: string; signed?: boolean }) {
  const [whole, fraction] = splitFigure(value, signed);
  return (
    <>
      {whole}
      <small>
        {fraction}
        {suffix}
      </small>
    </>
  );
}
