import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../../app/models/ledger/check/check.ts";
import { figuresAt } from "../../../app/models/record/figures/record-figures.ts";
import { gradeChanges } from "../../../app/models/ledger/grade-changes.ts";
import { foldReveal, newLedger } from "../../../app/models/ledger/fold.ts";
import {
  type Served,
  LedgerBuilder,
  checkOf,
  foldOf,
  lostByRule,
  muchLater,
  verdictOf,
  wonByRule,
} from "../../support/ledger.ts";

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
const chains = plans.map(written);
const moments = fc.integer({ min: 0, max: 60 }).map((days) => new Date(begins + days * dayMs));

/** The entry with one character of its text changed, and still JSON of another value. */
function withFlip(entry: Served, at: number): unknown {
  const { reveal, ...body } = entry;
  const text = JSON.stringify(body);
  const places = [...text.matchAll(/[0-9a-zA-Z]/g)];
  const place = places[at % places.length]?.index ?? 0;
  const others = ["1", "2", "x"].filter((other) => other !== text.charAt(place));
  const [flipped] = others.flatMap((other) => parsed(text.slice(0, place) + other + text.slice(place + 1)));
  return { ...flipped, reveal };
}

function parsed(text: string): object[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

describe("the fold", () => {
  it("is the same entry by entry, with reads between, as at once", () => {
    fc.assert(
      fc.property(chains, moments, (served, now) => {
        const state = newLedger();
        for (const entry of served) figuresAt(foldOf([entry], state), now);
        expect(figuresAt(state, now)).toEqual(figuresAt(foldOf(served), now));
      }),
    );
  });

  it("takes reveals in any order, and later than the entries", () => {
    const orders = chains.chain((served) => {
      const revealed = served.filter(({ reveal }) => reveal !== null);
      return fc.tuple(fc.constant(served), fc.shuffledSubarray(revealed, { minLength: revealed.length }));
    });
    fc.assert(
      fc.property(orders, moments, ([served, order], now) => {
        const state = foldOf(served.map((entry) => ({ ...entry, reveal: null })));
        for (const { seq, reveal } of order) {
          figuresAt(state, now);
          if (reveal) foldReveal(state, seq, reveal);
        }
        expect(figuresAt(state, now)).toEqual(figuresAt(foldOf(served), now));
      }),
    );
  });

  it("puts every pick in one place", () => {
    fc.assert(
      fc.property(chains, moments, (served, now) => {
        const { wins, losses, pushes, voids, sealed, open, not_counted } = figuresAt(foldOf(served), now);
        const places = [wins, losses, pushes, voids, sealed, open, ...Object.values(not_counted)];
        const published = served.filter(({ type }) => type === "publish").length;
        expect(places.reduce((sum, count) => sum + count)).toBe(published);
      }),
    );
  });
});

describe("the check", () => {
  it("finds nothing in an honest chain", () => {
    fc.assert(
      fc.property(chains, (served) => {
        expect(verdictOf(served)).toBe("intact");
      }),
    );
  });

  it("names the entry of which one character was changed", () => {
    fc.assert(
      fc.property(chains, fc.nat(), fc.nat(), (served, entry, place) => {
        const seq = (entry % served.length) + 1;
        const forged = served.map((one) => (one.seq === seq ? withFlip(one, place) : one));
        expect(finish(checkOf(forged), muchLater)).toMatchObject({ verdict: "broken", broken: [{ seq }] });
      }),
    );
  });

  it("finds entries that are removed, doubled, exchanged or inserted, at the first that is not itself", () => {
    fc.assert(
      fc.property(chains, chains, fc.nat(), (served, others, at) => {
        const index = at % (served.length - 1);
        const forgeries = [
          [index + 1, served.toSpliced(index, 1)],
          [index + 2, served.toSpliced(index + 1, 0, ...served.slice(index, index + 1))],
          [
            index + 1,
            [...served.slice(0, index), ...served.slice(index, index + 2).toReversed(), ...served.slice(index + 2)],
          ],
          [index + 2, served.toSpliced(index + 1, 0, ...others.slice(0, 1))],
        ] as const;
        for (const [seq, forged] of forgeries)
          expect(finish(checkOf(forged), muchLater).broken[0]).toMatchObject({ seq });
      }),
    );
  });

  it("takes whatever a server sends", () => {
    const odd = fc.oneof(fc.anything(), fc.constantFrom("9999-12-31", "0000-01-01T00:00:00.000Z", -1, "1e9"));
    fc.assert(
      fc.property(chains, fc.nat(), fc.string(), odd, (served, at, name, value) => {
        const index = at % served.length;
        const names = [...Object.keys(served[index] ?? {}), name];
        const forged: unknown = { ...served[index], [names[at % names.length] ?? ""]: value };
        const check = checkOf(served.map((one, place) => (place === index ? forged : one)));
        figuresAt(check.state, muchLater);
        expect(finish(check, muchLater).verdict).toMatch(/./);
      }),
    );
  });

  it("finds a tail that is cut off, or rebuilt, with a kept head", () => {
    fc.assert(
      fc.property(chains, fc.nat(), (served, at) => {
        const head = { seq: served.length, hash: served.at(-1)?.hash ?? "", kept_at: served.at(-1)?.at ?? "" };
        const cut = served.slice(0, 1 + (at % (served.length - 1)));
        expect(verdictOf(served, [head])).toBe("intact");
        expect(finish(checkOf(cut, [head]), muchLater)).toMatchObject({
          verdict: "broken",
          broken: [],
          rewritten: head,
        });
      }),
    );
  });
});
