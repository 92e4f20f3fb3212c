import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SidebarManager } from "../components/content/sidebar-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { readSidebarManagerPage, restoreSidebar } from "../models/content/sidebar.server.ts";
import { sidebarManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Sidebar Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, readSidebarManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, restoreSidebar, () => ({ to: sidebarManagerPath, notice: "Restored the last version." }), {
    goneTo: sidebarManagerPath,
    goneWhen: ["conflict"],
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function RestoreSidebar() {
  return <SidebarManager view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
