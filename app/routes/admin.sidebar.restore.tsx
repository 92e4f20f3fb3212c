import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SidebarManager } from "../components/sidebar-manager.tsx";
import type { PageHandle } from "../documents/handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { openSidebarManager, restoreSidebar } from "../models/sidebar.server.ts";
import { sidebarManagerPath } from "../paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Sidebar Manager");
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openSidebarManager, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, restoreSidebar, () => ({ to: sidebarManagerPath, notice: "The last version is back." }), { goneTo: sidebarManagerPath, goneWhen: ["conflict"] });
export { clientAction, unlessKept as shouldRevalidate } from "../components/unsent.ts";

export default function RestoreSidebar() {
  return <SidebarManager view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
