import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CardResults } from "../components/history/card-results.tsx";
import { OwnCard } from "../components/picks/own-card.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readOwnCardPage } from "../models/card/saved-pick.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("My Card");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnCardPage);
export const action = () => refuseForm();

export default function MyCard() {
  const card = useLoaderData<typeof loader>();
  const { stream, history, own, late, errors } = card;
  return (
    <OwnCard
      card={card}
      results={history && <CardResults stream={stream} history={history} own={own} late={late} errors={errors} />}
    />
  );
}
