import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { App } from "./app/app.ts";
import { soon } from "./soon.ts";

export async function mailedCode({ db, mailFolder }: App, userId: number): Promise<string> {
  const { message_id } = await db
    .selectFrom("outbox")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("kind", "=", "reset-code")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return vi.waitFor(() => {
    const [, code] =
      /^ {4}(\d{4} \d{4})\r?$/m.exec(readFileSync(join(mailFolder, `reset-code-${message_id}.eml`), "utf8")) ?? [];
    expect(code).toBeDefined();
    return code?.replace(" ", "") ?? "";
  }, soon);
}
