import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../../app/models/ledger/check/check.ts";
import { figuresAt } from "../../../app/models/record/figures/record-figures.ts";
import { foldReveal, newLedger } from "../../../app/models/ledger/fold.ts";
import { type Served, checkOf, foldOf, muchLater, verdictOf } from "../../support/ledger.ts";
import { chains, moments } from "../../support/ledger-chains.ts";
import { runs } from "../../support/runs.ts";

const few = { numRuns: runs(40) };

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
      few,
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
      few,
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
      few,
    );
  });
});

describe("the check", () => {
  it("finds nothing in an honest chain", () => {
    fc.assert(
      fc.property(chains, (served) => {
        expect(verdictOf(served)).toBe("intact");
      }),
      few,
    );
  });

  it("names the entry of which one character was changed", () => {
    fc.assert(
      fc.property(chains, fc.nat(), fc.nat(), (served, entry, place) => {
        const seq = (entry % served.length) + 1;
        const forged = served.map((one) => (one.seq === seq ? withFlip(one, place) : one));
        expect(finish(checkOf(forged), muchLater)).toMatchObject({ verdict: "broken", broken: [{ seq }] });
      }),
      few,
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
      few,
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
      few,
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
      few,
    );
  });
});
