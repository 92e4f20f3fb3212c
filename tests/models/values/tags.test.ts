import { expect, it } from "vitest";
import { readTags } from "../../../app/models/values/tags.ts";
import { options, remarksOf, valuesOf } from "./column-options.ts";

it.each([
  ["SIM CERTIFIED", ["SIM CERTIFIED", "Sim Certified", " sim-certified ", "sim_certified", "Sim"]],
  ["Manual Edge", ["Manual Edge", "MANUAL EDGE", "manual  edge", "manual"]],
  ["", ["", " "]],
])("%j", (tag, texts) => expect(valuesOf(readTags(texts, options))).toEqual(texts.map(() => tag)));

it("names the tags for another one", () =>
  expect(remarksOf(readTags(["Lock of the day", "Sim Edge"], options))).toEqual([
    '"Lock of the day" is not a tag. Choose SIM CERTIFIED or Manual Edge.',
    '"Sim Edge" is not a tag. Choose SIM CERTIFIED or Manual Edge.',
  ]));
