import { csvOf } from "../csv/csv.ts";
import type { OwnData } from "../models/people/own-data.server.ts";

/** One row per value, so that one table holds rows of every kind. Pure. */
export function ownDataCsv(data: OwnData): string {
  const rows = Object.entries(data).flatMap(([part, content]) =>
    (Array.isArray(content) ? content : [content]).flatMap((row: object, index) =>
      Object.entries(row).map(([field, value]) => [part, index + 1, field, textOf(value)]),
    ),
  );
  return csvOf(["Part", "Row", "Field", "Value"], rows);
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}

export function ownDataJson(data: OwnData): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}
