/** A message on the next page after a redirect. */
export interface Notice {
  text: string;
  tone: "good" | "bad" | "plain";
  /** The path of the form that it answers, for pages with several forms. */
  from?: string;
  link?: { to: string; label: string };
  /** The path of the page that shows it; the next page when undefined. */
  at?: string;
}
