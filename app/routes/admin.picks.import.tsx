import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportPage } from "../components/import/import-page.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { regularImport } from "../models/import/import.server.ts";
import { countsText, importBodyLimit, importFieldLimit } from "../models/import/import.ts";
import { managerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Import Picks");
export const loader = (args: LoaderFunctionArgs) => page(args, regularImport.open, "staff");
export const action = (args: ActionFunctionArgs) =>
  submitAndShow(
    args,
    regularImport.importText,
    ({ written, counts }) =>
      written ? { to: managerPath("regular"), notice: `Imported: ${countsText(counts)}.` } : null,
    { bodyLimit: importBodyLimit, fieldLimit: importFieldLimit },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ImportPicks() {
  return <ImportPage stream="regular" view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
