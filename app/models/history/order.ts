/** The orders of settled picks. Unknown values come last; equal ones are ordered newest first. Pure. */
import type { PickRow } from "../../db.server.ts";
import { breakEvenPercent } from "../bets/units.ts";
import type { SortOrder } from "./history.ts";

type Timed = Pick<PickRow, "id" | "game_date" | "created_at">;
export type Sortable = Timed & Pick<PickRow, "starts_at" | "sim_confidence" | "odds">;
export type Order<Row> = (left: Row, right: Row) => number;

export const oldest: Order<Timed> = (left, right) => undatedLast(left, right) || byTime(left, right);
export const newest: Order<Timed> = (left, right) => undatedLast(left, right) || byTime(right, left);

export const orders: Readonly<Record<SortOrder, Order<Sortable>>> = {
  newest,
  oldest,
  start: highestFirst(({ starts_at }) => starts_at),
  confidence: highestFirst(({ sim_confidence }) => sim_confidence),
  edge: highestFirst(edgeOf),
  price: highestFirst(({ odds }) => odds),
};

/** The confidence beyond what the price needs, in percentage points. */
function edgeOf({ sim_confidence, odds }: Sortable): number | null {
  return sim_confidence === null || odds === null ? null : sim_confidence - breakEvenPercent(odds);
}

function highestFirst(valueOf: (pick: Sortable) => string | number | null): Order<Sortable> {
  return (left, right) => {
    const [one, other] = [valueOf(left), valueOf(right)];
    if (one === other) return newest(left, right);
    if (one === null || other === null) return one === null ? 1 : -1;
    return one > other ? -1 : 1;
  };
}

function undatedLast(left: Timed, right: Timed): number {
  return Number(left.game_date === "") - Number(right.game_date === "");
}

function byTime(left: Timed, right: Timed): number {
  return compare(left.game_date, right.game_date) || compare(left.created_at, right.created_at) || left.id - right.id;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
