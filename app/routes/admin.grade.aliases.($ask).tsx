import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AliasesPage } from "../components/grading/aliases-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { readAliasesPage, takeBackAlias } from "../models/grading/aliases.server.ts";
import { aliasesPath } from "../paths/grading.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Team Names");
export const loader = (args: LoaderFunctionArgs) => page(args, readAliasesPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, takeBackAlias, ({ sport, written }) => ({ to: aliasesPath(sport), notice: `Taken back: ${written}.` }), {
    query: ["sport", "alias"],
    goneTo: aliasesPath(),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function Aliases() {
  return <AliasesPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />;
}
