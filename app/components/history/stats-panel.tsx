import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { countText, percentText, signedText } from "../../format.ts";
import { type Figures, recordText } from "../../models/figures/totals.ts";
import { learnPath } from "../../paths/paths.ts";

interface StatsPanelProps {
  figures: Figures;
  /** The sport and days that the figures cover: "NBA, 11/14/2026 to 11/20/2026". */
  of: string;
}

const unknown = "–";

/** All five figures have two decimals; of the bets the fraction is small, so that 92.00 reads as 92. */
export function StatsPanel({ figures, of }: StatsPanelProps) {
  const { wins, losses, unitsWon, totalBets } = figures;
  const isDecided = wins + losses > 0;
  return (
    <div className="strip5">
      <dl className="stats">
        <Figure name="Win %">{isDecided ? percentText(figures.winPercent) : unknown}</Figure>
        <Figure name={<Term name="u">Units Won</Term>}>
          {totalBets > 0 ? <span className={`u ${unitsWon >= 0 ? "p" : "n"}`}>{signedText(unitsWon)}</span> : unknown}
        </Figure>
        <Figure name={<Term name="roi">ROI %</Term>}>{isDecided ? percentText(figures.roiPercent) : unknown}</Figure>
        <Figure name="Total Bets">
          {countText(totalBets)}
          <small>.00</small>
        </Figure>
        <Figure name="Avg Sim Conf">{totalBets > 0 ? percentText(figures.averageConfidence) : unknown}</Figure>
      </dl>
      <p className="muted">{[recordText(figures), of].filter(Boolean).join(", ")}</p>
    </div>
  );
}

interface TermProps {
  /** Links to the glossary's entry by the id of `termId`. Without such an entry the link still opens Learn. */
  name: "cl" | "clv" | "sim" | "u" | "roi";
  className?: string;
  children: ReactNode;
}

/** Leads to its entry in the glossary. */
export function Term({ name, className = "term", children }: TermProps) {
  return (
    <Link className={className} to={`${learnPath}#term-${name}`}>
      {children}
    </Link>
  );
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
