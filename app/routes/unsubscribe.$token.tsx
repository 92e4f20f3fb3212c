import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { UnsubscribePage } from "../components/alerts/unsubscribe-page.tsx";
import { page, submitInPlace } from "../http/form.server.ts";
import { readUnsubscribePage, unsubscribe } from "../models/alerts/unsubscribe.server.ts";
import { titled } from "../site.ts";

export const meta = () => [...titled("Unsubscribe"), { name: "robots", content: "noindex" }];
export const loader = (args: LoaderFunctionArgs) => page(args, readUnsubscribePage, "public");
export const action = (args: ActionFunctionArgs) =>
  submitInPlace(args, unsubscribe, { byToken: true, query: ["kind"] });

export default function Unsubscribe() {
  const { token = "" } = useParams();
  return <UnsubscribePage token={token} view={useLoaderData<typeof loader>()} />;
}
