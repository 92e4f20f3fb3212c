/** The parts that a phone folds on the staff's pages; wider screens show them without a button. */
import type { Locator, Page } from "playwright";

export async function unfold(page: Page, label: string): Promise<void> {
  await open(page.locator(".fold:not([open]) > summary", { hasText: label }));
}

/** Shows the actions behind a row's "More". Returns the row. */
export async function showMore(row: Locator): Promise<Locator> {
  await open(row.locator(".more:not([open]) > summary"));
  return row;
}

async function open(button: Locator): Promise<void> {
  if (await button.isVisible()) await button.click();
}
