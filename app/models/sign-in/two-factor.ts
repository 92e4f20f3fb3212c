/** Two-factor sign-in, as pages show it. Pure. */

export const recoveryCodeCount = 10;
/** How long after the password the code can be given. */
export const challengeMinutes = 5;

/** A text in groups of four, to be read and typed. */
export function inFours(text: string, between = " "): string {
  return text.match(/.{1,4}/g)?.join(between) ?? "";
}
