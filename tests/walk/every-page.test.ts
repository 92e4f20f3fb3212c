import { expect, test } from "vitest";
import { pagesMissing } from "../support/pages/every-page.ts";
import { contentPages, memberPages, peoplePages, visitorPages } from "./site.ts";

// The payment page exists only in the demo.
test("every page of the build is walked", () =>
  expect(
    pagesMissing([...visitorPages, ...memberPages, ...contentPages, ...peoplePages, "/demo/checkout"]),
    "Add it to a list of the walk, for a person that can see it",
  ).toEqual([]));
