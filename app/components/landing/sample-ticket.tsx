import { samplePick } from "../../content.ts";
import { Ticket } from "./ticket.tsx";

// Bar heights: simulated games per margin, first the margins with which the pick wins.
const hits = [7, 8, 11, 13, 17, 19, 25, 30, 34, 37, 47, 49, 58, 58, 67, 74, 77, 76, 86, 81, 88, 80, 84, 83];
const misses = [79, 70, 72, 62, 60, 50, 47, 42, 36, 29, 27, 21, 19, 14, 12, 10, 8, 6, 5];
const [firstBar, barStep, ground] = [4, 9, 88];
const line = firstBar + barStep * (hits.length - 0.5);
const right = firstBar * 2 + barStep * (hits.length + misses.length - 1);

export function SampleTicket() {
  const { sport, start, pick, odds, tag, game, confidence, units, verdict, note } = samplePick;
  return (
    <Ticket
      label="Sample pick"
      sport={sport}
      meta={[start, tag]}
      pick={pick}
      price={odds}
      game={game}
      plot={<Margins />}
      confidence={confidence}
      odds={null}
      stake={units}
      verdict={verdict}
      note={note}
    />
  );
}

function Margins() {
  const [most, atLine, least] = samplePick.margins;
  return (
    <svg className="plot" viewBox={`0 0 ${right} 112`} role="img" aria-label={samplePick.picture}>
      <path className="hit" d={barsOf(hits, firstBar)} />
      <path className="miss" d={barsOf(misses, firstBar + barStep * hits.length)} />
      <path className="ax" d={`M${line} 0V94`} />
      <text y="108">{most}</text>
      <text x={line} y="108" textAnchor="middle">
        {atLine}
      </text>
      <text x={right} y="108" textAnchor="end">
        {least}
      </text>
    </svg>
  );
}

/** "v-HEIGHT z" draws a bar up and closes it: compresses best. */
function barsOf(heights: readonly number[], from: number): string {
  return `M${from} ${ground}${heights.map((height) => `v-${height}z`).join(`m${barStep} 0`)}`;
}
