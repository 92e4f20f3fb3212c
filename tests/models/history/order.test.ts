import { expect, it } from "vitest";
import { orders } from "../../../app/models/history/order.ts";

const base = { created_at: "2026-11-01T12:00:00.000Z", game_date: "2026-11-20", starts_at: null };
// At -110 a pick needs 52.38 %, at +150 40 %, at -250 71.43 %.
const picks = [
  { ...base, id: 1, sim_confidence: 55, odds: -110, starts_at: "2026-11-21T01:00:00.000Z" },
  { ...base, id: 2, sim_confidence: 44, odds: 150, starts_at: "2026-11-20T18:00:00.000Z" },
  { ...base, id: 3, sim_confidence: 73, odds: -250 },
  { ...base, id: 4, sim_confidence: null, odds: 120 },
  { ...base, id: 5, sim_confidence: 60, odds: null },
  { ...base, id: 6, sim_confidence: 44, odds: 150, starts_at: "2026-11-20T18:00:00.000Z" },
  { ...base, id: 7, sim_confidence: null, odds: null, game_date: "" },
];

it.each([
  ["newest", [6, 5, 4, 3, 2, 1, 7]],
  ["oldest", [1, 2, 3, 4, 5, 6, 7]],
  ["start", [1, 6, 2, 5, 4, 3, 7]],
  ["confidence", [3, 5, 1, 6, 2, 4, 7]],
  ["edge", [6, 2, 1, 3, 5, 4, 7]],
  ["price", [6, 2, 4, 1, 3, 5, 7]],
] as const)("by %s puts the highest first, unknown values last, and the newest first of equal ones", (sort, ids) =>
  expect(picks.toSorted(orders[sort]).map(({ id }) => id)).toEqual(ids),
);
