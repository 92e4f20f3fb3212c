import { expect, it } from "vitest";
import { ageText } from "../../../app/models/overview/age.ts";

it.each([
  ["2026-11-21T12:00:40.000Z", "0 s ago"],
  ["2026-11-21T11:59:20.000Z", "40 s ago"],
  ["2026-11-21T11:58:30.000Z", "1 min ago"],
  ["2026-11-21T09:00:00.000Z", "3 h ago"],
  ["2026-11-19T11:00:00.000Z", "2 days ago"],
])("%s is %s", (iso, text) => expect(ageText(iso, "2026-11-21T12:00:00.000Z")).toBe(text));
