import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportMembersPage } from "../components/import/import-members-page.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { countsText, importBodyLimit } from "../models/import/import.ts";
import { importMembers } from "../models/member-import/member-import.server.ts";
import { readImportPage } from "../models/member-import/password-mail.server.ts";
import { importMembersPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Import Members");
export const loader = (args: LoaderFunctionArgs) => page(args, readImportPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submitAndShow(
    args,
    importMembers,
    ({ written, counts }) => (written ? { to: importMembersPath, notice: `Imported: ${countsText(counts)}.` } : null),
    { bodyLimit: importBodyLimit },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ImportMembers() {
  return <ImportMembersPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
