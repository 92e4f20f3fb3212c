import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SidebarManager } from "../components/content/sidebar-manager.tsx";
import type { FailedForm } from "../http/form-state.ts";
import { page, submit, submitOneOf } from "../http/form.server.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import { readSidebarManagerPage, restoreSidebar, saveSidebarForm } from "../models/content/sidebar.server.ts";
import { sidebarLabels } from "../models/content/sidebar.ts";
import { sidebarManagerPath } from "../paths/sidebar.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Sidebar Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, readSidebarManagerPage, "staff");

export const action = (args: ActionFunctionArgs) =>
  submitOneOf(args.params.step, {
    "": () =>
      submit(args, saveSidebarForm, ({ kept }) => ({
        to: sidebarManagerPath,
        notice: savedMessage("Saved successfully", kept, sidebarLabels),
      })),
    restore: () =>
      submit(args, restoreSidebar, () => ({ to: sidebarManagerPath, notice: "Restored the last version." }), {
        goneTo: sidebarManagerPath,
        goneWhen: ["conflict"],
      }),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function Sidebar() {
  return <SidebarManager view={useLoaderData<typeof loader>()} failure={useActionData<FailedForm>()} />;
}
