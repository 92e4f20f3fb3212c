import { expect, test } from "vitest";
import { lastHourOf } from "../../../app/models/status/last-hour.ts";
import { requestCounts } from "../../../app/models/status/requests.ts";

const minute = 60_000;
const noon = Date.parse("2026-11-21T12:00:00.000Z");
const get = (route: string | null, ms: number) => ({ method: "GET", route, ms, refused: null });

test("a route has its median, 95th percentile and maximum, rounded up to a bucket", () => {
  const counts = requestCounts();
  for (let request = 0; request < 94; request += 1) counts.note(get("/history", 8), noon);
  for (let request = 0; request < 6; request += 1) counts.note(get("/history", 300.2), noon);
  counts.note(get("/", 3), noon);
  expect(counts.read(noon).slowest).toEqual([
    { route: "GET /history", count: 100, p50: 10, p95: 301, max: 301 },
    { route: "GET /", count: 1, p50: 3, p95: 3, max: 3 },
  ]);
});

test("what is older than an hour no longer counts", () => {
  const counts = requestCounts();
  counts.note(get("/history", 9000), noon);
  counts.note(get("/history", 20), noon + 30 * minute);
  expect(counts.read(noon + 54 * minute).slowest).toMatchObject([{ count: 2, max: 9000 }]);
  expect(counts.read(noon + 61 * minute).slowest).toMatchObject([{ count: 1, max: 20 }]);
  counts.note(get("/history", 30), noon + 60 * minute);
  expect(counts.read(noon + 61 * minute).slowest).toMatchObject([{ count: 2, max: 30 }]);
});

test("what was refused is counted by kind and route", () => {
  const counts = requestCounts();
  for (const refused of ["sign-in", "sign-in", "limited", null] as const)
    counts.note({ method: "POST", route: "/login", ms: 5, refused }, noon);
  counts.note({ ...get("/history", 5), refused: "failed" }, noon);
  counts.noteForeign("POST", "/profile", noon);
  expect(counts.read(noon).refused).toEqual([
    { kind: "failed", route: "GET /history", count: 1 },
    { kind: "limited", route: "POST /login", count: 1 },
    { kind: "foreign", route: "POST /profile", count: 1 },
    { kind: "sign-in", route: "POST /login", count: 2 },
  ]);
});

test("addresses where nothing is have one row", () => {
  const counts = requestCounts();
  for (let request = 0; request < 3; request += 1) counts.note(get(null, 2), noon);
  expect(counts.read(noon).slowest).toMatchObject([{ route: "Nothing there", count: 3 }]);
});

test("its memory is bounded: later keys are counted together", () => {
  const hour = lastHourOf(1);
  for (let key = 0; key < 1000; key += 1) hour.cellsOf(`/${key}`, noon).fill(1);
  const keys = hour.read(noon).map(([key]) => key);
  expect([keys.length, keys.at(-1)]).toEqual([201, "Others"]);
});
