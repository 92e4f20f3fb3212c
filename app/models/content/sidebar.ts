/** In characters per panel. */
export const panelLimit = 5000;

export const panelLabels = { results: "Recent Results", notes: "AI Notes", next: "Next Update" } as const;
export const panelNames = ["results", "notes", "next"] as const;
