import { expect, it } from "vitest";
import { readingFields } from "../../../app/models/picks/pick-input.server.ts";

it("a reading knows the sport that the form has so far", () => {
  expect(readingFields.parse({ sport: "NBA" }).sport).toBe("NBA");
  expect(readingFields.parse({ sport: "" }).sport).toBe("");
  expect(readingFields.parse({}).sport).toBeUndefined();
  expect(readingFields.safeParse({ sport: "Chess" }).success).toBe(false);
});
