/** Style sheets in app/styles; "shared" is in every document. */
export type StyleKind =
  | "shared"
  | "forms"
  | "account"
  | "lists"
  | "table"
  | "tables"
  | "bets"
  | "picks"
  | "sheets"
  | "history"
  | "figures"
  | "plots"
  | "record"
  | "panels"
  | "public"
  | "auth"
  | "staff"
  | "grading"
  | "people"
  | "affiliate"
  | "learn";

export interface PageHandle {
  styles?: readonly StyleKind[];
  /** Without scripts the page reloads itself. */
  reloads?: true;
  /**
   * All users see the same page except for their name, so the rendered document is cached: by its address, or by its query as
   * the page reads it: the path and the `search` of the page's data.
   */
  cached?: "by address" | "by query";
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null;
}
