/** Writes small ledgers as the API serves them, with right hashes and digests. */
import { canonicalJson, digestOf, hashOf, noHash, sha256Hex } from "../../app/models/ledger/canonical.ts";
import { type Check, checkEntry, finish, newCheck } from "../../app/models/ledger/check/check.ts";
import type { SavedHead } from "../../app/models/ledger/saved-head.ts";
import { type Changes, type GradeFields, refOf } from "../../app/models/ledger/ledger-entry.ts";
import { type LedgerState, foldEntry, newLedger } from "../../app/models/ledger/fold.ts";
import { readEntry } from "../../app/models/ledger/read-entry.ts";
import { revealByOf } from "../../app/models/ledger/reveal-by.ts";
import type { Reveal, SealedContent } from "../../app/models/ledger/sealed-content.ts";

export interface Served {
  [field: string]: unknown;
  seq: number;
  at: string;
  hash: string;
  reveal: Reveal | null;
}

type Content = { [Field in keyof SealedContent]: SealedContent[Field] | undefined };

/** Tip-off on 2026-01-14 at 19:30 in New York. */
export const celtics: SealedContent = {
  v: 1,
  stream: "regular",
  pick_id: 1,
  version: 1,
  game: "Lakers @ Celtics",
  away: "Lakers",
  home: "Celtics",
  game_date: "2026-01-14",
  time: "7:30 PM ET",
  starts_at: "2026-01-15T00:30:00.000Z",
  sport: "NBA",
  tag: "SIM CERTIFIED",
  pick: "Celtics -3.5",
  market: "spread",
  side: "home",
  line: "-3.5",
  odds: -110,
  sim_confidence: "61.5",
  unit_size: "1",
};
export const noon = "2026-01-14T17:00:00.000Z";
export const nextDay = "2026-01-15T05:00:00.000Z";
export const wonByRule: GradeFields = {
  outcome: "win",
  units: "0.91",
  by: "rule",
  away_score: "104",
  home_score: "112",
};
export const lostByRule: GradeFields = {
  outcome: "loss",
  units: "-1",
  by: "rule",
  away_score: "112",
  home_score: "104",
};

/** The fields without the unknown ones. */
export function content(changes: Partial<Content> = {}): SealedContent {
  const merged: SealedContent = { ...celtics };
  Object.assign(merged, changes);
  for (const [name, value] of Object.entries(changes)) if (value === undefined) Reflect.deleteProperty(merged, name);
  return merged;
}

export class LedgerBuilder {
  served: Served[] = [];
  contents = new Map<number, SealedContent>();
  zone: string;

  constructor(zone = "America/New_York", at = "2026-01-01T00:00:00.000Z") {
    this.zone = zone;
    this.add(at, "begin", "", { format: "1", zone });
  }

  add(at: string, type: string, ref: string, fields: object, reveal: Reveal | null = null): this {
    const entry = { at, seq: this.served.length + 1, type, ref, ...fields };
    const hash = hashOf(this.served.at(-1)?.hash ?? noHash, canonicalJson(entry));
    this.served.push({ ...entry, hash, reveal });
    return this;
  }

  publish(at: string, changes: Partial<Content> = {}, type = "publish"): this {
    return this.seal(at, type, content({ pick_id: this.contents.size + 1, ...changes }));
  }

  amend(at: string, changes: Partial<Content>, pick_id = 1): this {
    const before = this.contents.get(pick_id) ?? celtics;
    return this.seal(
      at,
      "amend",
      content({ ...withUnknown(before), ...changes, pick_id, version: before.version + 1 }),
    );
  }

  import(at: string, changes: Partial<Content> = {}): this {
    return this.publish(at, changes, "import");
  }

  withdraw(at: string, pick_id = 1): this {
    return this.add(at, "withdraw", this.refTo(pick_id), {});
  }

  settle(at: string, grade: GradeFields = wonByRule, pick_id = 1): this {
    return this.add(at, "settle", this.refTo(pick_id), grade);
  }

  correct(at: string, changes: Changes, fields: Partial<GradeFields> & { reason?: string } = {}, version = 1): this {
    return this.add(at, "correct", `regular:1:${version}`, { changes, reason: "A typing error.", ...fields });
  }

  /** Links all entries from one on anew, as whoever holds the database could. */
  rehash(from = 1): this {
    for (let index = from - 1; index < this.served.length; index += 1) {
      const entry = this.served[index];
      if (entry === undefined) continue;
      const { hash: _hash, reveal: _reveal, ...body } = entry;
      entry.hash = hashOf(this.served[index - 1]?.hash ?? noHash, canonicalJson(body));
    }
    return this;
  }

  private seal(at: string, type: string, sealed: SealedContent): this {
    const first = this.contents.get(sealed.pick_id);
    this.contents.set(sealed.pick_id, sealed);
    const salt = sha256Hex(`salt of ${refOf(sealed)}`);
    const digest = digestOf(salt, canonicalJson(sealed));
    const { game_date = "", starts_at = null } = sealed;
    const published_at =
      first === undefined ? at : (this.served.find(({ ref }) => ref === refOf({ ...sealed, version: 1 }))?.at ?? at);
    const reveal_by = revealByOf({ game_date, starts_at, published_at, at }, this.zone);
    return this.add(at, type, refOf(sealed), type === "import" ? { digest } : { digest, reveal_by }, {
      salt,
      content: sealed,
    });
  }

  private refTo(pick_id: number): string {
    return refOf(this.contents.get(pick_id) ?? celtics);
  }
}

/** So that what a version does not know stays unknown in the next. */
function withUnknown(sealed: SealedContent): Partial<Content> {
  const unknown = Object.fromEntries(Object.keys(celtics).map((name) => [name, undefined]));
  return { ...unknown, ...sealed };
}

export function foldOf(served: readonly Served[], state: LedgerState = newLedger()): LedgerState {
  for (const { hash: _hash, reveal, ...body } of served) {
    const read = readEntry(body);
    if (!("entry" in read)) throw new Error(read.problem);
    foldEntry(state, read.entry, reveal);
  }
  return state;
}

export const muchLater = new Date("2026-12-01T00:00:00.000Z");

export function checkOf(served: readonly unknown[], kept: readonly SavedHead[] = [], now = muchLater): Check {
  return served.reduce((check: Check, entry) => checkEntry(check, entry), newCheck(now, kept));
}

/** "broken 3 digest, 5 hash", "intact", "held back 2" */
export function verdictOf(served: readonly unknown[], kept: readonly SavedHead[] = [], now = muchLater): string {
  const { verdict, broken, heldBack } = finish(checkOf(served, kept, now), now);
  const places = [...broken.map(({ seq, reason }) => `${seq} ${reason}`), ...heldBack.map(({ seq }) => String(seq))];
  return [verdict, places.join(", ")].filter(Boolean).join(" ");
}
