import { Form } from "@remix-run/react";
import { checkoutPath } from "../../paths/paths.ts";

interface GetStartedProps {
  /** The URL of the payment page; null when a form starts the checkout. */
  link: string | null;
  label?: string;
}

/** A document post: its response redirects to another site. */
export function GetStarted({ link, label = "Get Started" }: GetStartedProps) {
  if (link !== null)
    return (
      <a className="btn primary big" href={link}>
        {label}
      </a>
    );
  return (
    <Form method="post" action={checkoutPath} reloadDocument>
      <button className="btn primary big">{label}</button>
    </Form>
  );
}
