/** The API's side panels while Recent Results shows the staff's text. */
export function panels(results: string, notes: string, next: string) {
  return { results, results_by: "text", results_shown: results, notes, next };
}
