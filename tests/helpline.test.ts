import { expect, it } from "vitest";
import { helplineOf } from "../app/helpline.ts";

it.each([
  ["Gambling problem? Call 1-800-GAMBLER.", ["Gambling problem? Call ", "1-800-GAMBLER", "18004262537", "."]],
  ["1-800-555-0199", ["", "1-800-555-0199", "18005550199", ""]],
  ["1-877-8-HOPENY or write to us", ["1-877-8-HOPENY or write to us", "", "", ""]],
  ["", ["", "", "", ""]],
  ["1-800-ABCDEFG", ["", "1-800-ABCDEFG", "18002223334", ""]],
  ["1-800-HIJKLMN", ["", "1-800-HIJKLMN", "18004455566", ""]],
  ["1-800-OPQRSTU", ["", "1-800-OPQRSTU", "18006777788", ""]],
  ["1-800-VWXYZ00", ["", "1-800-VWXYZ00", "18008999900", ""]],
])("finds the number in %j", (text, [before, number, dialled, after]) =>
  expect(helplineOf(text)).toEqual({ before, number, dialled, after }),
);
