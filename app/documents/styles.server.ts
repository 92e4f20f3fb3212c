import { readFileSync } from "node:fs";
import { join } from "node:path";
import affiliateHref from "../styles/affiliate.css";
import authHref from "../styles/auth.css";
import accountHref from "../styles/account.css";
import panelsHref from "../styles/panels.css";
import tableHref from "../styles/table.css";
import tablesHref from "../styles/tables.css";
import betsHref from "../styles/bets.css";
import figuresHref from "../styles/figures.css";
import recordHref from "../styles/record.css";
import sheetsHref from "../styles/sheets.css";
import formsHref from "../styles/forms.css";
import gradingHref from "../styles/grading.css";
import learnHref from "../styles/learn.css";
import listsHref from "../styles/lists.css";
import peopleHref from "../styles/people.css";
import picksHref from "../styles/picks.css";
import plotsHref from "../styles/plots.css";
import publicHref from "../styles/public.css";
import historyHref from "../styles/history.css";
import sharedHref from "../styles/shared.css";
import staffHref from "../styles/staff.css";
import type { StyleKind } from "./page-handle.ts";

const hrefs: Readonly<Record<StyleKind, string>> = {
  shared: sharedHref,
  forms: formsHref,
  account: accountHref,
  lists: listsHref,
  table: tableHref,
  tables: tablesHref,
  bets: betsHref,
  picks: picksHref,
  sheets: sheetsHref,
  history: historyHref,
  figures: figuresHref,
  plots: plotsHref,
  record: recordHref,
  panels: panelsHref,
  public: publicHref,
  auth: authHref,
  staff: staffHref,
  people: peopleHref,
  affiliate: affiliateHref,
  grading: gradingHref,
  learn: learnHref,
};
// The import is the URL of the sheet; the file itself is in public/.
const sheets = Object.entries(hrefs).map(([kind, href]) => ({
  kind,
  text: readFileSync(join("public", href), "utf8").trim(),
}));

/** The sheets keep the order of the full sheet, so that the cascade is the same in both. */
export function stylesOf(kinds: readonly StyleKind[]): string {
  return sheets
    .filter(({ kind }) => kinds.some((wanted) => wanted === kind))
    .map(({ text }) => text)
    .join("");
}
