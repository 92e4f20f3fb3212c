/** Small ledgers of picks with different fates, for property tests. */
import fc from "fast-check";
import { gradeChanges } from "../../app/models/ledger/grade-changes.ts";
import { type Served, LedgerBuilder, lostByRule, wonByRule } from "./ledger.ts";

const dayMs = 86_400_000;
const begins = Date.parse("2026-02-01T15:00:00.000Z");

/** The events of a pick and what each seals; one a day. */
const plans = fc.array(
  fc.record({
    stream: fc.constantFrom("regular", "pro"),
    odds: fc.constantFrom(-110, 150, undefined),
    unit_size: fc.constantFrom("1", "2.5", "0.25"),
    sport: fc.constantFrom("NBA", "NHL", undefined),
    isTimed: fc.boolean(),
    isAmended: fc.boolean(),
    fate: fc.constantFrom("win", "loss", "open", "reopened", "withdrawn", "corrected"),
  }),
  { minLength: 1, maxLength: 8 },
);
type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;

function written(plan: Plan): Served[] {
  const book = new LedgerBuilder();
  plan.forEach(({ isTimed, isAmended, fate, ...sealed }, index) => {
    const at = (hours: number) => new Date(begins + index * dayMs + hours * 3_600_000).toISOString();
    const game_date = at(24).slice(0, 10);
    const id = index + 1;
    book.publish(at(0), {
      ...sealed,
      game_date,
      starts_at: isTimed ? at(20) : undefined,
      time: undefined,
      pick_id: id,
    });
    const version = isAmended ? 2 : 1;
    if (isAmended) book.amend(at(1), { line: "-2.5" }, id);
    if (fate === "open") return;
    if (fate === "withdrawn") {
      book.withdraw(at(2), id);
      return;
    }
    const grade =
      fate === "loss"
        ? { ...lostByRule, units: String(-Number(sealed.unit_size)) }
        : ({ ...wonByRule, by: "hand" } as const);
    const { units: _, ...unpriced } = grade;
    book.settle(at(23), fate === "loss" ? grade : unpriced, id);
    const ref = `${sealed.stream}:${id}:${version}`;
    if (fate === "reopened") book.add(at(23), "correct", ref, { changes: { verdict: ["win", ""] }, reason: "Wrong." });
    if (fate === "corrected") {
      const voided = { outcome: "void", by: "hand" } as const;
      book.add(at(23), "correct", ref, { changes: gradeChanges(unpriced, voided), reason: "Wrong.", ...voided });
    }
  });
  return book.served;
}
export const chains = plans.map(written);
/** Times from the first day of these ledgers on. */
export const moments = fc.integer({ min: 0, max: 60 }).map((days) => new Date(begins + days * dayMs));
