import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SealedPage } from "../components/record/sealed-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readSealedPicksPage } from "../models/record/record-pages.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Sealed picks");
export const handle: PageHandle = { cached: "by query" };
export const loader = (args: LoaderFunctionArgs) => page(args, readSealedPicksPage);
export const action = () => refuseForm();

export default function Sealed() {
  return <SealedPage rows={useLoaderData<typeof loader>().rows} />;
}
