import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BreakPage } from "../components/people/break-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { readOwnBreakPage, takeBreak } from "../models/people/break.server.ts";
import { profilePath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Take a Break");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnBreakPage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, takeBreak, () => ({ to: profilePath, notice: "Your break was saved." }));

export default function OwnBreak() {
  return <BreakPage view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
