import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportPage } from "../components/import/import-page.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { proImport } from "../models/import/import.server.ts";
import { countsText, importBodyLimit, importFieldLimit } from "../models/import/import.ts";
import { managerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Import Pro Picks");
export const loader = (args: LoaderFunctionArgs) => page(args, proImport.open, "staff");
export const action = (args: ActionFunctionArgs) =>
  submitAndShow(
    args,
    proImport.importText,
    ({ written, counts }) => (written ? { to: managerPath("pro"), notice: `Imported: ${countsText(counts)}.` } : null),
    { bodyLimit: importBodyLimit, fieldLimit: importFieldLimit },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ImportProPicks() {
  return <ImportPage stream="pro" view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
