/** The style sheets of app/styles by subject; "shared" is in every document. */
export type StyleKind = "shared" | "forms" | "lists" | "picks" | "record" | "public" | "staff";

/** What a route says of its page to the root. */
export interface PageHandle {
  /** Besides the shared ones. */
  styles?: readonly StyleKind[];
  /** The page goes stale, and without scripts reloads itself. */
  reloads?: true;
  /** Many people are shown the same, but for their name: the rendered document is kept for the next one. */
  cached?: true;
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null;
}
