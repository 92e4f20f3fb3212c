import type { ListedResult } from "../../models/record/figures/pick-standing.ts";

/** Yellow at or above 0, red below. */
export function Units({ text, isLoss = text.startsWith("-") }: { text: string; isLoss?: boolean }) {
  return <b className={`u ${isLoss ? "n" : "p"}`}>{text}</b>;
}

/** WIN, LOSS, PUSH, VOID, WITHDRAWN or OPEN. */
export function ResultWord({ result }: { result: ListedResult }) {
  const tone = result === "withdrawn" || result === "open" ? "off" : result;
  return <span className={`wl ${tone}`}>{result.toUpperCase()}</span>;
}
