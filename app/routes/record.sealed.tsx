import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SealedPage } from "../components/ledger/sealed-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../doors/form.server.ts";
import { openSealedPicks } from "../models/ledger/kept/record-pages.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Sealed picks");
export const handle: PageHandle = { styles: ["lists", "table", "tables", "ledger"], cached: "as understood" };
export const loader = (args: LoaderFunctionArgs) => page(args, openSealedPicks);
export const action = () => refuseForm();

export default function Sealed() {
  return <SealedPage rows={useLoaderData<typeof loader>().rows} />;
}
