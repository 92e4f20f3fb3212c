import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { SidebarEditor } from "../../models/content/sidebar.server.ts";
import { adminPath } from "../../paths/paths.ts";
import { restoreSidebarPath, sidebarManagerPath } from "../../paths/sidebar.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { RestoreForm } from "../forms/restore-form.tsx";
import { SidebarForm } from "./sidebar-form.tsx";

interface SidebarManagerProps {
  view: SidebarEditor & PageExtras;
  failure: FailedForm | undefined;
}

export function SidebarManager({ view: { notice, ...sidebar }, failure }: SidebarManagerProps) {
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page stack">
        <AdminTabs current={sidebarManagerPath} />
        <SidebarForm sidebar={sidebar} failure={failure} notice={notice} />
        <RestoreForm
          action={restoreSidebarPath}
          what="the side panels"
          version={sidebar.version}
          lastChange={sidebar.lastChange}
        />
      </div>
    </MemberFrame>
  );
}
