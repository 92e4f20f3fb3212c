import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminTabs } from "../components/admin-tabs.tsx";
import { MemberFrame } from "../components/frame.tsx";
import { SidebarForm } from "../components/sidebar-form.tsx";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { openSidebarManager, saveSidebar } from "../models/sidebar.server.ts";
import { adminPath, sidebarManagerPath } from "../paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Sidebar Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, openSidebarManager, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, saveSidebar, () => ({ to: sidebarManagerPath, notice: "Saved successfully" }));
export { clientAction, unlessKept as shouldRevalidate } from "../components/unsent.ts";

export default function SidebarManager() {
  const { notice, ...sidebar } = useLoaderData<typeof loader>();
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={sidebarManagerPath} />
        <SidebarForm sidebar={sidebar} failure={useActionData<typeof action>()} notice={notice} />
      </div>
    </MemberFrame>
  );
}
