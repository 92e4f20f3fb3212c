/** The performance targets, with the texts of docs/performance.md. `id` matches the measured figure. */
import type { Limit, Target } from "./report.ts";

export const targets: readonly Target[] = [
  {
    id: "today.gzip",
    name: "Today's Picks, 10 cards, gzip",
    unit: "requests/s",
    reference: "R",
    gate: ratio("at least", 0.85),
    goal: ratio("at least", 1.1),
  },
  {
    id: "today.br",
    name: "Today's Picks, 10 cards, brotli",
    unit: "requests/s",
    reference: "R",
    gate: ratio("at least", 1.2),
  },
  {
    id: "today.cpu",
    name: "Today's Picks, CPU of a request",
    unit: "us",
    reference: "R",
    gate: ratio("at most", 1.05),
    goal: ratio("at most", 0.9),
  },
  {
    id: "refresh.bytes",
    name: "The 30 s refresh when nothing changed, all that is sent",
    unit: "bytes",
    reference: null,
    gate: figure("at most", 400),
  },
  {
    id: "refresh.rate",
    name: "The 30 s refresh when nothing changed",
    unit: "requests/s",
    reference: "R",
    gate: ratio("at least", 4),
  },
  {
    id: "page.bytes",
    name: "Heaviest public page, HTML + CSS, gzip",
    unit: "bytes",
    reference: null,
    gate: figure("at most", 14_000),
  },
  {
    id: "member.bytes",
    name: "Heaviest member page, HTML + CSS, gzip",
    unit: "bytes",
    reference: null,
    gate: figure("at most", 14_000),
    goal: figure("at most", 8192),
  },
  {
    id: "paint.3g",
    name: "First paint on slow 3G, first visit",
    unit: "ms",
    reference: "C",
    gate: ratio("at most", 1.1),
    goal: ratio("at most", 1.05),
  },
  {
    id: "paint.4g",
    name: "First paint on slow 4G, first visit",
    unit: "ms",
    reference: "C",
    gate: ratio("at most", 1.1),
    goal: ratio("at most", 1.05),
  },
  {
    id: "scripts.fast",
    name: "Scripts on a fast connection, packed",
    unit: "KB",
    reference: null,
    gate: figure("at most", 110),
    goal: figure("at most", 100),
  },
  {
    id: "scripts.slow",
    name: "Scripts where data is saved",
    unit: "bytes",
    reference: null,
    gate: figure("at most", 0),
  },
  { id: "shift", name: "Layout shift", unit: "", reference: null, gate: figure("at most", 0) },
  {
    id: "long-task",
    name: "Longest task before the content is painted, from which on every form works, at 4x slow-down",
    unit: "ms",
    reference: "C",
    gate: ratio("at most", 2.2),
  },
  {
    id: "history.cpu",
    name: "History pages, 100 k against 1 k: CPU",
    unit: "us",
    reference: "1 k",
    gate: ratio("at most", 1.15),
  },
  {
    id: "history.p50",
    name: "History pages, 100 k against 1 k: p50",
    unit: "ms",
    reference: "1 k",
    gate: ratio("at most", 1.2),
  },
  {
    id: "history.block",
    name: "History pages at 100 k: longest block of the event loop",
    unit: "ms",
    reference: null,
    gate: figure("at most", 25),
  },
  {
    id: "history.block.cold",
    name: "The same on a cold server while picks are settled",
    unit: "ms",
    reference: null,
    gate: figure("at most", 60),
  },
  {
    id: "million.cpu",
    name: "History pages, 1 M against 1 k: CPU",
    unit: "us",
    reference: "1 k",
    gate: null,
    goal: ratio("at most", 3),
  },
  {
    id: "million.p50",
    name: "History pages, 1 M against 1 k: p50",
    unit: "ms",
    reference: "1 k",
    gate: null,
    goal: ratio("at most", 3),
  },
  {
    id: "writes",
    name: "Publish + settle through the model, on disk",
    unit: "/s",
    reference: null,
    gate: figure("at least", 500),
  },
  {
    id: "sign-ins.p99",
    name: "Pages beside 20 sign-ins/s: p99",
    unit: "ms",
    reference: "without",
    gate: ratio("at most", 2),
  },
  { id: "memory.load", name: "Memory after the load", unit: "MB", reference: "R", gate: figure("at most", 260) },
  { id: "memory.idle", name: "Memory before it", unit: "MB", reference: "R", gate: figure("at most", 110) },
  {
    id: "start",
    name: "Start: first 200 on a migrated database",
    unit: "ms",
    reference: "R",
    gate: ratio("at most", 2),
  },
];

function ratio(is: Limit["is"], value: number): Limit {
  return { of: "ratio", is, value };
}

function figure(is: Limit["is"], value: number): Limit {
  return { of: "figure", is, value };
}
