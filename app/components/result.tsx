import { formatResult } from "../format.ts";

/** A figure in units: yellow at or above 0, red below. */
export function Result({ units }: { units: number | null }) {
  return <b className={`u ${(units ?? 0) >= 0 ? "p" : "n"}`}>{formatResult(units)}</b>;
}
