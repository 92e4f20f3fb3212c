/** The staff form of a pick, and its question before something unusual is published. */
import type { Locator, Page } from "playwright";
import { field } from "../app/stage.ts";
import { unfold } from "./folds.ts";

/** Fills the fields with these labels, and chooses a sport and a tag. */
export async function fillPick(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  await unfold(page, "Add");
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  await field(page, "Sport").selectOption("NBA");
  await field(page, "Tag").selectOption("SIM CERTIFIED");
}

/** The server's reading of the texts, in words. */
export function readingIn(page: Page): Locator {
  return page.getByRole("form", { name: /^(?:Add|Edit) (?:Pro )?Pick$/ }).locator("p[aria-live=polite]");
}

export function questionIn(page: Page): Locator {
  return page.getByRole("form").getByRole("alert").filter({ hasText: "Please check:" });
}

export function reasonsIn(page: Page): Promise<string[]> {
  return questionIn(page).getByRole("listitem").allTextContents();
}
