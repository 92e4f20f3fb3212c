import type { Handle } from "./open.ts";

interface SchemaRow {
  type: "table" | "index" | "trigger";
  name: string;
  tbl_name: string;
  sql: string;
}

const types = ["table", "index", "trigger"] as const;

/**
 * The database's tables, each with its indexes and triggers, and the rows that it was created with, as statements that
 * create it anew. Two databases with the same schema have the same text, however they came by it.
 */
export function schemaText(sqlite: Handle): string {
  const rows = sqlite
    .prepare<[], SchemaRow>(
      "select type, name, tbl_name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by name",
    )
    .all();
  const tables = rows.filter(({ type }) => type === "table").map(({ name }) => name);
  return tables.map((table) => tableText(sqlite, rows, table)).join("\n");
}

function tableText(sqlite: Handle, rows: readonly SchemaRow[], table: string): string {
  const parts = types.flatMap((type) => rows.filter((row) => row.type === type && row.tbl_name === table));
  return [...parts.map(statementText), ...firstRows(sqlite, table)].map((statement) => `${statement};\n`).join("");
}

/** Changes nothing but white space, the case of "CREATE …" and quotes that no name here needs. */
function statementText({ type, sql }: SchemaRow): string {
  const text = sql
    .replace(/\s+/g, " ")
    .replace(/^CREATE (?:UNIQUE )?[A-Z]+ /, (create) => create.toLowerCase())
    .replace(/"([a-z_]+)"/g, "$1")
    .replace(/^(create table \w+) ?\(/, "$1 (");
  if (type === "table") return inLines(text);
  return type === "trigger" ? text.replace(" begin ", "\nbegin\n  ").replace(/; end$/, ";\nend") : text;
}

/** One column or constraint a line. */
function inLines(text: string): string {
  const [from, to] = [text.indexOf("(") + 1, text.lastIndexOf(")")];
  const lines = [""];
  let [depth, quoted] = [0, false];
  for (const character of text.slice(from, to)) {
    if (character === "'") quoted = !quoted;
    if (!quoted) depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "," && depth === 0 && !quoted) lines.push("");
    else lines.push((lines.pop() ?? "") + character);
  }
  return `${text.slice(0, from)}\n${lines.map((line) => `  ${line.trim()}`).join(",\n")}\n${text.slice(to)}`;
}

function firstRows(sqlite: Handle, table: string): string[] {
  if (table === "migrations") return [];
  return sqlite
    .prepare<[], Record<string, string | number | null>>(`select * from ${table} order by 1`)
    .all()
    .map(
      (row) =>
        `insert into ${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).map(literal).join(", ")})`,
    );
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
