import { SqliteDialect, SqliteQueryCompiler } from "kysely";

/** Kysely's dialect for SQLite, whose statements are planned once. */
export class CalmSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new CalmQueryCompiler();
  }
}

/**
 * better-sqlite3 comes with SQLite's STAT4: with it, a statement that joins tables is planned anew each time a value is bound to it, since
 * another value might call for another plan; that takes ten times as long as the statement. A plus says that the value is not to be looked
 * at (https://sqlite.org/queryplanner-ng.html, "stability guarantee"), and changes nothing else, of texts either.
 */
class CalmQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}
