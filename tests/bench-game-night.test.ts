import { expect, it } from "vitest";
import { busyCores, gameNight, needed } from "./bench/game-night.ts";

const free = { app: 0, database: 0 };
const refreshOnly = { refresh: { app: 1.2, database: 0 }, page: free };

it("counts a refresh and the new picks of each tab in half a minute, and a page every two minutes", () => {
  const costs = { refresh: { app: 1, database: 0.5 }, page: { app: 4, database: 2 } };
  // 3,000 * (5 / 30,000 + 4 / 120,000) = 0.6; the database half of that.
  expect(busyCores(costs, 3000).app).toBeCloseTo(0.6, 9);
  expect(busyCores(costs, 3000).database).toBeCloseTo(0.3, 9);
  expect(needed(costs, 8500)).toEqual({ processes: 3, databaseCores: 2 });
});

it("waits as a queue with random arrivals and costs does", () => {
  // 15,000 tabs, 500 requests/s, 60 % of the process: in M/M/1 99 % are answered within ln(100) * 1.2 / (1 - 0.6) = 13.8 ms.
  const { quietMs } = gameNight(refreshOnly, 15_000, 1, 0);
  expect(quietMs).toBeGreaterThan(0.85 * 13.8);
  expect(quietMs).toBeLessThan(1.15 * 13.8);
});

it("waits in a database's queue as well", () => {
  const costs = { refresh: { app: 0, database: 1.2 }, page: free };
  const { quietMs } = gameNight(costs, 15_000, 1, 1);
  expect(quietMs).toBeGreaterThan(0.85 * 13.8);
  expect(quietMs).toBeLessThan(1.15 * 13.8);
});

it("falls behind after a publication when there is no room for it, not with the processes that the formula needs", () => {
  const costs = { refresh: { app: 1, database: 0 }, page: { app: 4, database: 0 } };
  const tabs = 15_000;
  const { processes } = needed(costs, tabs);
  expect(gameNight(costs, tabs, processes, 0).publishedMs).toBeLessThan(100);
  const withHalf = gameNight(costs, tabs, Math.floor(processes / 2), 0);
  expect(withHalf.publishedMs).toBeGreaterThan(5000);
});
