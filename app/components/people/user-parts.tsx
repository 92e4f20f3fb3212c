import { Form } from "@remix-run/react";
import type { Held } from "../../models/payment-hold.ts";
import { type User, otherStatus, switchLabel } from "../../models/people/user.ts";
import { assignableRoles, roleLabel } from "../../policy.ts";

export const roleOptions = assignableRoles.map((role) => ({ value: role, label: roleLabel(role) }));

export function StatusMark({ status }: Pick<User, "status">) {
  return status === "Active" ? <>{status}</> : <span className="tag">{status}</span>;
}

/** The forms send the status they were shown with, so that a colleague's faster decision is not overruled. */
export function PaymentButtons({
  user,
  held,
  action,
  quiet = false,
}: {
  user: Pick<User, "email">;
  held: Held;
  action: string;
  quiet?: boolean;
}) {
  const offered = held === "waiting" ? reviews : reviews.slice(0, 1);
  return (
    <>
      {offered.map(({ payment, label, className }) => (
        <Form key={payment} method="post" action={action} preventScrollReset={quiet}>
          <input type="hidden" name="payment" value={payment} />
          <input type="hidden" name="shown" value={held} />
          <button className={className}>
            {quiet ? label : `${label} payment`}
            <span className="vh">
              {" "}
              {quiet ? "the payment of" : "of"} {user.email}
            </span>
          </button>
        </Form>
      ))}
    </>
  );
}

const reviews = [
  { payment: "confirmed", label: "Confirm", className: "btn" },
  { payment: "refused", label: "Refuse", className: "btn quiet del" },
] as const;

/** Sends the new status instead of toggling it, so that a double click is harmless. */
export function StatusButton({ user, action, quiet = false }: { user: User; action: string; quiet?: boolean }) {
  return (
    <Form method="post" action={action} preventScrollReset={quiet}>
      <input type="hidden" name="status" value={otherStatus(user.status)} />
      <button className={quiet ? "btn quiet" : "btn"}>
        {switchLabel(user.status)}
        <span className="vh"> {user.email}</span>
      </button>
    </Form>
  );
}
