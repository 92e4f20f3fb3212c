import { Form } from "@remix-run/react";
import { billingPath } from "../../paths/paths.ts";

// A document post: its response redirects to another site.
export function ManageBilling({ label, subscription }: { label: string; subscription: string | undefined }) {
  return (
    <Form method="post" action={`${billingPath}#membership`} reloadDocument>
      {subscription !== undefined && <input type="hidden" name="subscription" value={subscription} />}
      <button className="btn">{label}</button>
    </Form>
  );
}
