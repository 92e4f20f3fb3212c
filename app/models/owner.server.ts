import { z } from "zod";
import { write } from "../db.server.ts";
import { ownerRole } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { email } from "./fields.ts";
import { newPassword } from "./new-password.server.ts";
import { hashPassword } from "./password.server.ts";
import { insertUser } from "./user.server.ts";
import type { User } from "./user.ts";

const account = z.object({ email, password: newPassword });

/** For whoever runs the server: makes an account that can manage all others. Refuses with "invalid", and with "conflict" when the e-mail is taken. */
export async function createOwner(input: { email: string; password: string }): Promise<User> {
  const parsed = account.safeParse(input);
  if (!parsed.success) throw new Refusal("invalid", parsed.error.issues.map((issue) => issue.message).join(" "));
  const password_hash = await hashPassword(parsed.data.password);
  return write((trx) => insertUser(trx, { email: parsed.data.email, name: "", role: ownerRole, password_hash }, null));
}
