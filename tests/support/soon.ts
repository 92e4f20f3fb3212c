/** How long a test waits for what must come. Only a failure takes that long: a busy machine fails no test. */
export const patienceMs = 20_000;
/** The same for `vi.waitFor` and `vi.waitUntil`. */
export const soon = { timeout: patienceMs, interval: 20 } as const;
