import { countText } from "../../format.ts";
import { type RecordSummary, tooFew } from "../../models/record/pages/record-summary.ts";

/** The figures at a glance. */
export function SummaryPanel({ summary }: { summary: RecordSummary }) {
  const { wins, losses, pushes, units, isLoss, roi, winPercent, band, luck } = summary;
  return (
    <dl className="stats summary">
      <div className="xl all">
        <dt>Won, lost, pushed</dt>
        <dd>
          {countText(wins)}
          <i>–</i>
          <wbr />
          {countText(losses)}
          <i>–</i>
          <wbr />
          {countText(pushes)}
        </dd>
      </div>
      <div className="xl c2">
        <dt>Units</dt>
        <dd>
          <span className={`u ${isLoss ? "n" : "p"}`}>{units}</span>
        </dd>
      </div>
      <div className={roi === "" ? "c2" : "xl c2"}>
        <dt>ROI %</dt>
        <dd>{roi === "" ? <span className="note">{tooFew}</span> : <span className="nw">{roi}</span>}</dd>
      </div>
      <div className="all c3">
        <dt>Win %</dt>
        <dd>
          {winPercent || <span className="note">{tooFew}</span>}
          {band && (
            <svg className="ivl" aria-hidden="true">
              <rect className="o" y="7" width="100%" height="6" rx="3" />
              <rect className="iv" x={`${band.low}%`} y="7" width={`${band.width}%`} height="6" rx="3" />
              <circle className="dot" cx={`${band.rate}%`} cy="10" r="6" />
              <rect className="e" x={`${band.tick}%`} width="2" height="20" />
            </svg>
          )}
          {luck && <span className="note">{luck}</span>}
        </dd>
      </div>
      <Small name="Break-even" figure={summary.breakEven} note="average of the odds taken" />
      <Small
        name="Largest drawdown"
        figure={summary.drawdown}
        note={["units, peak to low", summary.drawdownDays].filter(Boolean).join(", ")}
      />
      <Small name="Average CLV" figure={summary.clv} note={summary.clvOf} className="all" />
    </dl>
  );
}

interface SmallProps {
  name: string;
  figure: string;
  note: string;
  className?: string;
}

function Small({ name, figure, note, className }: SmallProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        {figure}
        {note && <span className="note">{note}</span>}
      </dd>
    </div>
  );
}
