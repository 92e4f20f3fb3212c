/** What the server said yes to, held against what is stored. */

/** A write whose outcome can be read back: afterwards `key` has the value, once; null = it is not there any more. */
export interface Write {
  key: string;
  value: string | null;
  send: () => Promise<Response>;
}

export class Ledger {
  readonly kind: string;
  acknowledged = 0;
  /** What each key must be. */
  readonly #sure = new Map<string, string | null>();
  /** What each key may have become, because nobody knows how its last write ended. */
  readonly #open = new Map<string, string | null>();

  constructor(kind: string) {
    this.kind = kind;
  }

  begin({ key, value }: Write): void {
    this.#open.set(key, value);
  }

  acknowledge({ key, value }: Write): void {
    this.acknowledged += 1;
    this.#open.delete(key);
    this.#sure.set(key, value);
  }

  /** The server said that it did not do it. */
  refuse({ key }: Write): void {
    this.#open.delete(key);
  }

  /** What is lost, doubled or made up; then takes what is stored for the truth about the writes without an answer. */
  compare(stored: Iterable<{ key: string; value: string }>): string[] {
    const found = new Map<string, string[]>();
    for (const { key, value } of stored) found.set(key, [...(found.get(key) ?? []), value]);
    const keys = new Set([...this.#sure.keys(), ...this.#open.keys(), ...found.keys()]);
    const problems = [...keys].flatMap((key) => this.#problem(key, found.get(key) ?? []));
    for (const key of this.#open.keys()) this.#sure.set(key, found.get(key)?.[0] ?? null);
    this.#open.clear();
    return problems;
  }

  #problem(key: string, values: string[]): string[] {
    const allowed = [this.#sure.get(key) ?? null, ...(this.#open.has(key) ? [this.#open.get(key) ?? null] : [])];
    if (values.length <= 1 && allowed.includes(values[0] ?? null)) return [];
    return [`${this.kind} ${key}: is ${JSON.stringify(values)}, was ${JSON.stringify(allowed)}`];
  }
}
