/** A test waits this long for something that must happen. It is long, so that a busy machine fails no test. */
export const patienceMs = 20_000;
export const soon = { timeout: patienceMs, interval: 20 } as const;
