import type pg from "pg";

const [bigint, numeric] = [20, 1700];

/**
 * Reads bigint and numeric (the sum of bigints) as numbers; the driver gives texts. All of ours are integers within
 * 2^53: ids, seconds, cents, millionths of a unit.
 */
export function numbersAsNumbers(types: pg.CustomTypesConfig): pg.CustomTypesConfig {
  return {
    getTypeParser: (type, format) =>
      (type === bigint || type === numeric) && format !== "binary" ? Number : types.getTypeParser(type, format),
  };
}
