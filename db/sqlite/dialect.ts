import { SqliteDialect, SqliteQueryCompiler } from "kysely";

/** Kysely's SQLite dialect, with one query plan per statement. */
export class OnePlanDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new OnePlanCompiler();
  }
}

/**
 * better-sqlite3 is built with STAT4, so SQLite replans a join for every bound value, which takes ten times as long as the statement. `+?` hides
 * the value from the planner (https://sqlite.org/queryplanner-ng.html, "stability guarantee") and changes nothing else: a text stays a text.
 */
class OnePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}
