/** The side panels' texts. Pure. */

/** The most characters of one of them. */
export const panelLimit = 5000;

/** In their order, by the names of their fields. */
export const panelLabels = { results: "Recent Results", notes: "AI Notes", next: "Next Update" } as const;
export const panelNames = ["results", "notes", "next"] as const;
