import { Form } from "@remix-run/react";
import { checkoutPath } from "../../paths/paths.ts";

interface GetStartedProps {
  /** The address of the payment page, or null where a form begins a checkout. */
  link: string | null;
  label?: string;
}

/** Leads to the payment page. A document post: what answers it leaves this site. */
export function GetStarted({ link, label = "Get Started" }: GetStartedProps) {
  if (link !== null) return <a className="btn primary big" href={link}>{label}</a>;
  return <Form method="post" action={checkoutPath} reloadDocument><button className="btn primary big">{label}</button></Form>;
}
