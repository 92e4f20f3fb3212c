/** The result of the last check of the record, by whichever process made it. */
import { z } from "zod";
import { db, write } from "../../db.server.ts";

export interface LastCheck {
  /** The time when it ended (ISO, UTC). */
  at: string;
  /** The words of the check, the verdict first. */
  lines: readonly string[];
  /** True if the tables say the same as the record. */
  tablesAgree: boolean;
}

const texts = z.array(z.string());

export async function noteCheck({ at, lines, tablesAgree }: LastCheck): Promise<void> {
  const row = { at, lines: JSON.stringify(lines), tables_agree: Number(tablesAgree) };
  await write((trx) =>
    trx
      .insertInto("last_check")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute(),
  );
}

/** Null until the first check has ended. */
export async function findLastCheck(): Promise<LastCheck | null> {
  const row = await db.selectFrom("last_check").selectAll().where("id", "=", 1).executeTakeFirst();
  return row ? { at: row.at, lines: texts.parse(JSON.parse(row.lines)), tablesAgree: row.tables_agree === 1 } : null;
}
