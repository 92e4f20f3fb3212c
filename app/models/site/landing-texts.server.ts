import { currentText, isSampleText, showsQuotes } from "./current-site.server.ts";
import { quotesIn, samplePlaysIn, sampleResultsIn } from "./text-rows.ts";

/** What the landing page shows of them. `quotes` is null where none are shown. */
export function landingTexts() {
  const list = showsQuotes() ? quotesIn(currentText("quotes")) : [];
  return {
    plays: samplePlaysIn(currentText("sample-plays")),
    results: sampleResultsIn(currentText("sample-results")),
    quotes: list.length === 0 ? null : { list, areSamples: isSampleText("quotes") },
  };
}
