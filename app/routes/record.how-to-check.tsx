import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HowToCheckPage } from "../components/record/how-to-check-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readHowToCheckPage } from "../models/record/how-to-check.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("How to check the record");
export const handle: PageHandle = { cached: "by query" };
export const loader = (args: LoaderFunctionArgs) => page(args, readHowToCheckPage);
export const action = () => refuseForm();

export default function HowToCheck() {
  return <HowToCheckPage view={useLoaderData<typeof loader>()} />;
}
