/** How many examples of a property are tried: RUNS=3 npm test tries three times as many. */
export const runs = (few: number): number => few * Number(process.env.RUNS ?? 1);
