/** A write that can be read back: afterwards `key` has `value`, once; null = the key is gone. */
export interface Write {
  key: string;
  value: string | null;
  send: () => Promise<Response>;
}

export class Ledger {
  readonly kind: string;
  acknowledged = 0;
  readonly #confirmed = new Map<string, string | null>();
  /** The possible new value of each key whose last write got no answer. */
  readonly #uncertain = new Map<string, string | null>();

  constructor(kind: string) {
    this.kind = kind;
  }

  begin({ key, value }: Write): void {
    this.#uncertain.set(key, value);
  }

  acknowledge({ key, value }: Write): void {
    this.acknowledged += 1;
    this.#uncertain.delete(key);
    this.#confirmed.set(key, value);
  }

  refuse({ key }: Write): void {
    this.#uncertain.delete(key);
  }

  /** Returns lost, doubled and unexpected values; then accepts the stored values for writes without an answer. */
  compare(stored: Iterable<{ key: string; value: string }>): string[] {
    const found = new Map<string, string[]>();
    for (const { key, value } of stored) found.set(key, [...(found.get(key) ?? []), value]);
    const keys = new Set([...this.#confirmed.keys(), ...this.#uncertain.keys(), ...found.keys()]);
    const problems = [...keys].flatMap((key) => this.#problem(key, found.get(key) ?? []));
    for (const key of this.#uncertain.keys()) this.#confirmed.set(key, found.get(key)?.[0] ?? null);
    this.#uncertain.clear();
    return problems;
  }

  #problem(key: string, values: string[]): string[] {
    const allowed = [
      this.#confirmed.get(key) ?? null,
      ...(this.#uncertain.has(key) ? [this.#uncertain.get(key) ?? null] : []),
    ];
    if (values.length <= 1 && allowed.includes(values[0] ?? null)) return [];
    return [`${this.kind} ${key}: is ${JSON.stringify(values)}, was ${JSON.stringify(allowed)}`];
  }
}
