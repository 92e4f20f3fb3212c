/** How long a test waits for something that must happen. Long, so that a busy machine fails no test. */
export const patienceMs = 20_000;
export const soon = { timeout: patienceMs, interval: 20 } as const;
