import type { Overview } from "../../models/overview/overview.server.ts";
import { adminPath, overviewPath } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { Disputes, MoneyPanels } from "./money-panels.tsx";
import { RecordPanel, ServerPanels } from "./server-panels.tsx";
import { WaitingPanel, WorkPanels } from "./work-panels.tsx";

export function OverviewPage({ view }: { view: Overview }) {
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={overviewPath} />
        <div className="three">
          <MoneyPanels first={view.first} members={view.members} />
          <Disputes disputes={view.disputes} />
          <WaitingPanel waiting={view.waiting} />
          <RecordPanel view={view} />
          <WorkPanels view={view} />
          <ServerPanels view={view} />
          <ExportPanel />
        </div>
      </div>
    </MemberFrame>
  );
}
