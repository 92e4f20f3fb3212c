import { expect, it } from "vitest";
import { pageNumbers } from "../../app/models/list-page.ts";

it.each([
  [1, 1, "1"],
  [1, 2, "1 2"],
  [1, 5, "1 2 … 5"],
  [3, 5, "1 2 3 4 5"],
  [4, 6, "1 2 3 4 5 6"],
  [5, 42, "1 … 4 5 6 … 42"],
  [41, 42, "1 … 40 41 42"],
  [42, 42, "1 … 41 42"],
])("page %i of %i has the numbers %s", (page, pages, numbers) =>
  expect(
    pageNumbers(page, pages)
      .map((number) => number ?? "…")
      .join(" "),
  ).toBe(numbers),
);
