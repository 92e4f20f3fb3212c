import { loss, win } from "../../models/picks/pick.ts";
import { Result } from "../picks/pick-parts.tsx";

interface VerdictStripProps {
  verdict: { pick: string; won: boolean; units: number };
}

export function VerdictStrip({ verdict: { pick, won, units } }: VerdictStripProps) {
  return (
    <p className={`strip ${won ? "win" : "loss"}`}>
      <span>{won ? win : loss}</span>
      {` ${won ? "WIN" : "LOSS"} – ${pick} `}
      <Result units={units} />
    </p>
  );
}
