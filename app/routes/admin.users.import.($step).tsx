import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type ImportAnswer, ImportMembersPage } from "../components/import/import-members-page.tsx";
import { page, submit, submitAndShow, submitOneOf } from "../http/form.server.ts";
import { countsText, importBodyLimit } from "../models/import/import.ts";
import { importMembers } from "../models/member-import/member-import.server.ts";
import { mailImportedMembers, readImportPage } from "../models/member-import/password-mail.server.ts";
import { importMembersPath } from "../paths/users.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Import Members");
export const loader = (args: LoaderFunctionArgs) => page(args, readImportPage, "staff");

export const action = (args: ActionFunctionArgs) =>
  submitOneOf(args.params.step, {
    "": () =>
      submitAndShow(
        args,
        importMembers,
        ({ written, counts }) =>
          written ? { to: importMembersPath, notice: `Imported: ${countsText(counts)}.` } : null,
        { bodyLimit: importBodyLimit },
      ),
    mail: () => submit(args, mailImportedMembers, ({ sent }) => ({ to: importMembersPath, notice: mailedText(sent) })),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ImportMembers() {
  return <ImportMembersPage view={useLoaderData<typeof loader>()} answer={useActionData<ImportAnswer>()} />;
}

function mailedText(sent: number): string {
  if (sent === 0) return "There was nobody left to write to.";
  return `The mail to set a password is on its way to ${sent.toLocaleString("en-US")} ${sent === 1 ? "person" : "people"}.`;
}
