import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnCard } from "../components/own-card.tsx";
import { noForm, page } from "../http.server.ts";
import { openOwnCard } from "../models/saved-pick.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("My Card");
export const loader = (args: LoaderFunctionArgs) => page(args, openOwnCard);
export const action = () => noForm();

export default function MyCard() {
  return <OwnCard card={useLoaderData<typeof loader>()} />;
}
