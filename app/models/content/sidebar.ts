/** In characters per panel. */
export const panelLimit = 5000;

export const panelLabels = { results: "Recent Results", notes: "AI Notes", next: "Next Update" } as const;
export const panelNames = ["results", "notes", "next"] as const;

/** The choices for the source of the panel Recent Results. */
export const resultsSources = ["text", "record"] as const;
export type ResultsSource = (typeof resultsSources)[number];
export const resultsSourceLabels: Readonly<Record<ResultsSource, string>> = {
  text: "The text below",
  record: "The last 7 days' record, always current",
};

export const sidebarLabels = { ...panelLabels, results_by: "Recent Results shows" } as const;
