export const recoveryCodeCount = 10;
export const challengeMinutes = 5;

export function inFours(text: string, between = " "): string {
  return text.match(/.{1,4}/g)?.join(between) ?? "";
}
