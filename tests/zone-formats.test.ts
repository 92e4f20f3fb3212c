import { afterEach, expect, it, vi } from "vitest";
import { formatsByZone, formatInstant } from "../app/time/instant-text.ts";
import { formatLongDate } from "../app/time/months.ts";
import { dateIn, instantIn } from "../app/time/zone-time.ts";

const zones = ["America/New_York", "Asia/Tokyo"] as const;

afterEach(() => vi.restoreAllMocks());

it("each time zone has its own format", () => {
  const clock = formatsByZone("en-US", { hour: "numeric", hourCycle: "h23" });
  expect(zones.map((zone) => clock(zone).format(new Date("2026-11-21T15:00:00Z")))).toEqual(["10", "00"]);
});

it.each([
  ["dateIn", (zone: string) => dateIn(zone, new Date())],
  ["instantIn", (zone: string) => instantIn(zone, "2026-11-21", 0)],
  ["formatInstant", (zone: string) => formatInstant("2026-11-21T15:00:00Z", zone)],
  ["formatLongDate", () => formatLongDate("2026-11-21")],
])("%s reuses its formats", (_name, useFormat) => {
  zones.forEach(useFormat);
  const made = vi.spyOn(Intl, "DateTimeFormat");
  for (let again = 0; again < 5; again += 1) zones.forEach(useFormat);
  expect(made).not.toHaveBeenCalled();
});
