import { outcomes } from "../../models/bets/outcome.ts";
import { Result } from "../shared/pick-parts.tsx";

interface VerdictStripProps {
  verdict: { pick: string; won: boolean; units: number };
}

export function VerdictStrip({ verdict: { pick, won, units } }: VerdictStripProps) {
  const outcome = won ? "win" : "loss";
  const { mark, label } = outcomes[outcome];
  return (
    <p className={`strip ${outcome}`}>
      <span>{mark}</span>
      {` ${label.toUpperCase()} – ${pick} `}
      <Result units={units} />
    </p>
  );
}
