export interface Limit {
  of: "figure" | "ratio";
  is: "at most" | "at least";
  value: number;
}

export interface Target {
  id: string;
  name: string;
  unit: string;
  /** The reference of the ratio; null without a ratio. */
  reference: string | null;
  gate: Limit | null;
  goal?: Limit;
}

export interface Figure {
  id: string;
  value: number;
  reference?: number;
  remark?: string;
}

export type Verdict = "goal" | "met" | "missed" | "no gate" | "not measured";

export interface Line {
  target: Target;
  figure: Figure | null;
  ratio: number | null;
  verdict: Verdict;
}

export function compare(targets: readonly Target[], figures: readonly Figure[]): Line[] {
  return targets.map((target) => {
    const figure = figures.find(({ id }) => id === target.id) ?? null;
    const ratio = figure === null ? null : ratioOf(figure);
    return { target, figure, ratio, verdict: verdictOf(target, figure, ratio) };
  });
}

/** Figures without a target, which are printed too. */
export function others(targets: readonly Target[], figures: readonly Figure[]): Figure[] {
  return figures.filter(({ id }) => !targets.some((target) => target.id === id));
}

export function ratioOf({ value, reference }: Figure): number | null {
  return reference === undefined || reference === 0 ? null : value / reference;
}

function verdictOf({ gate, goal }: Target, figure: Figure | null, ratio: number | null): Verdict {
  if (figure === null || Number.isNaN(figure.value)) return "not measured";
  if (goal && satisfies(goal, figure.value, ratio)) return "goal";
  if (gate === null) return "no gate";
  return satisfies(gate, figure.value, ratio) ? "met" : "missed";
}

function satisfies({ of, is, value }: Limit, figure: number, ratio: number | null): boolean {
  const measured = of === "figure" ? figure : ratio;
  if (measured === null) return false;
  return is === "at most" ? measured <= value : measured >= value;
}

const heads = ["target", "measured", "reference", "ratio", "gate", "goal", ""] as const;

export function table(lines: readonly Line[]): string {
  const rows = [[...heads], ...lines.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 || column > 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function markdownTable(lines: readonly Line[]): string {
  return [["what", ...heads.slice(1, 6), "result"], heads.map(() => "---"), ...lines.map(cellsOf)]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

function cellsOf({ target, figure, ratio, verdict }: Line): string[] {
  const reference =
    figure?.reference === undefined ? "" : `${target.reference ?? ""} ${shown(figure.reference)}`.trim();
  const name = figure?.remark === undefined ? target.name : `${target.name} (${figure.remark})`;
  return [
    name,
    figure === null ? "" : `${shown(figure.value)} ${target.unit}`.trim(),
    reference,
    ratio === null ? "" : ratio.toFixed(2),
    target.gate ? limitText(target.gate) : "",
    target.goal ? limitText(target.goal) : "",
    verdict,
  ];
}

function limitText({ of, is, value }: Limit): string {
  return `${is === "at most" ? "<=" : ">="} ${shown(value)}${of === "ratio" ? "x" : ""}`;
}

export function shown(value: number): string {
  if (Number.isNaN(value)) return "?";
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
