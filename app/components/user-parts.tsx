import { Form } from "@remix-run/react";
import type { User } from "../models/user.ts";
import { otherStatus, switchLabel } from "../models/user.ts";
import { givenRoles, roleLabel } from "../policy.ts";

/** The roles to choose from, in words. */
export const roleOptions = givenRoles.map((role) => ({ value: role, label: roleLabel(role) }));

export function StatusMark({ status }: Pick<User, "status">) {
  return status === "Active" ? <>{status}</> : <span className="tag">{status}</span>;
}

/** Suspends or activates. It sends the status that it promises, so that pressing twice does it once. */
export function StatusButton({ user, action, quiet = false }: { user: User; action: string; quiet?: boolean }) {
  return (
    <Form method="post" action={action} preventScrollReset={quiet}>
      <input type="hidden" name="status" value={otherStatus(user.status)} />
      <button className={quiet ? "btn quiet" : "btn"}>{switchLabel(user.status)}<span className="vh"> {user.email}</span></button>
    </Form>
  );
}
