/** The notes that are counted beside the figures. Pure, and small: pages load it without the rest of the record. */
export const notes = [
  "corrected",
  "filled_in",
  "moved",
  "amended",
  "last_minutes",
  "withdrawn_late",
  "long_sealed",
] as const;
export type Note = (typeof notes)[number];
