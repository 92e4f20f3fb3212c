/** What the built app mailed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { App } from "./app.ts";

/** The code of the newest reset mail to a person: from the outbox while it waits there, and from the mail once it was sent. */
export async function mailedCode({ db, mailFolder }: App, userId: number): Promise<string> {
  const { message_id, params } = await db.selectFrom("outbox").select(["message_id", "params"]).where("user_id", "=", userId).orderBy("id", "desc").executeTakeFirstOrThrow();
  const queued: { code?: string } = JSON.parse(params);
  if (queued.code !== undefined) return queued.code;
  return vi.waitFor(() => {
    const [, code] = /^ {4}(\d{6})\r?$/m.exec(readFileSync(join(mailFolder, `reset-code-${message_id}.eml`), "utf8")) ?? [];
    expect(code).toBeDefined();
    return code ?? "";
  }, { timeout: 10_000, interval: 20 });
}
