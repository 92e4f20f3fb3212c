import type { ReactNode } from "react";
import { landing, sampleResults } from "../content.ts";
import { LandingSection } from "./landing-sections.tsx";

const columns = ["Sport", "Game", "Result", "AI Pick", "Date"] as const;

/** The table of sample rows; on a phone each row becomes a card. */
export function SampleResults() {
  return (
    <LandingSection id="sr" anchor="results" title={landing.resultsTitle} className="wrap sec">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="scroll" tabIndex={0} role="region" aria-label="Sample results table">
        <table className="rc rc2" role="table">
          <thead role="rowgroup"><tr role="row">{columns.map((column) => <th key={column} role="columnheader">{column}</th>)}</tr></thead>
          <tbody role="rowgroup">
            {sampleResults.map(({ sport, game, won, pick, date }) => (
              <tr key={game} role="row">
                <Cell label="Sport">{sport}</Cell>
                <Cell label="Game" full><b>{game}</b></Cell>
                <Cell label="Result"><span className={`wl ${won ? "win" : "loss"}`}>{won ? "WON" : "LOST"}</span></Cell>
                <Cell label="AI Pick">{pick}</Cell>
                <Cell label="Date">{date}</Cell>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="legend">{landing.legend.map(({ sign, meaning }) => <span key={sign}><b>{sign}</b>{` = ${meaning}`}</span>)}</p>
    </LandingSection>
  );
}

function Cell({ label, full = false, children }: { label: (typeof columns)[number]; full?: boolean; children: ReactNode }) {
  return <td role="cell" data-l={label} className={full ? "full" : undefined}>{children}</td>;
}
