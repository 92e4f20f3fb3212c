import { expect, it } from "vitest";
import { reasonText } from "../../../app/models/outbox/delivery-reasons.ts";

it("reasons are told in words", () => {
  expect(
    ["", "quiet", "failed", "access", "EENVELOPE", "410", "EENVELOPE 550", "429", "TypeError"].map(reasonText),
  ).toEqual([
    "",
    "Quiet hours: its game starts before they end.",
    "Its text could not be written.",
    "The address or token can't be decrypted any more.",
    "The address is not valid.",
    "The other side answered 410.",
    "The other side answered 550.",
    "The other side takes no more for now (429).",
    "It failed (TypeError).",
  ]);
});
