/** Lengths of time in milliseconds, and in seconds for cookies and limits of attempts. Pure. A day has 24 hours here: those of a calendar are in models/calendar-date.ts. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** So long a browser waits for the answer to what it sent: longer than the server takes to give it up (server/guard.ts). */
export const answerMs = 45 * secondMs;

/** Who waits for a slow line presses a button again within this: at once, where no script keeps them from it, or after reading that no answer came. */
export const pressedAgainMs = 3 * minuteMs;

export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;
/** Thirty days. */
export const monthSeconds = 30 * daySeconds;
