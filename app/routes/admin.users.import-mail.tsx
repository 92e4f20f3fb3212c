import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportMembersPage } from "../components/import/import-members-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { mailImportedMembers, readImportPage } from "../models/member-import/password-mail.server.ts";
import { importMembersPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Import Members");
export const loader = (args: LoaderFunctionArgs) => page(args, readImportPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, mailImportedMembers, ({ sent }) => ({
    to: importMembersPath,
    notice:
      sent === 0
        ? "There was nobody left to write to."
        : `The mail to set a password is on its way to ${sent.toLocaleString("en-US")} ${sent === 1 ? "person" : "people"}.`,
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function MailMembers() {
  return <ImportMembersPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} asks />;
}
