/** How prices are written: "-110", "1.91", "10/11". They are stored and exported as American odds. */
export const oddsFormats = ["american", "decimal", "fractional"] as const;
export type OddsFormat = (typeof oddsFormats)[number];
