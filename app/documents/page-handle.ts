export interface PageHandle {
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
