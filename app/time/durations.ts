/** Seconds are for cookies and rate limits. A day has 24 hours here; calendar days are in calendar-date.ts. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A browser waits this long for a response: longer than the server's own timeout (server/guard.ts). */
export const responseTimeoutMs = 45 * secondMs;

/** On a slow connection, people press a button again within this time. */
export const resubmitWindowMs = 3 * minuteMs;

export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;
export const monthSeconds = 30 * daySeconds;

/** A list of open picks refreshes this often. */
export const refreshMs = 30 * secondMs;
