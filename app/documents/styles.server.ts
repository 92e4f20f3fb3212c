import { readFileSync } from "node:fs";
import { join } from "node:path";
import formsHref from "../styles/forms.css";
import listsHref from "../styles/lists.css";
import picksHref from "../styles/picks.css";
import publicHref from "../styles/public.css";
import recordHref from "../styles/record.css";
import sharedHref from "../styles/shared.css";
import staffHref from "../styles/staff.css";
import type { StyleKind } from "./page-handle.ts";

const hrefs: Readonly<Record<StyleKind, string>> = { shared: sharedHref, forms: formsHref, lists: listsHref, picks: picksHref, record: recordHref, public: publicHref, staff: staffHref };
// The build gives the address that a sheet is served under; the file lies below public/.
const sheets = Object.entries(hrefs).map(([kind, href]) => ({ kind, text: readFileSync(join("public", href), "utf8").trim() }));

/** The text of those sheets, in the order of the whole sheet, so that a later rule wins in both. */
export function stylesOf(kinds: readonly StyleKind[]): string {
  return sheets.filter(({ kind }) => kinds.some((wanted) => wanted === kind)).map(({ text }) => text).join("");
}
