import type { ReactNode } from "react";
import type { PageExtras } from "../../http/page.server.ts";
import type { AffiliateManager as AffiliateManagerView } from "../../models/affiliates/affiliate-manager.server.ts";
import { adminPath, affiliatesManagerPath } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { AffiliateRequests } from "./affiliate-requests.tsx";
import { AffiliatesTable } from "./affiliates-table.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { Pager } from "../shared/list-parts.tsx";

interface AffiliateManagerProps {
  view: AffiliateManagerView & PageExtras;
  dialog?: ReactNode;
}

export function AffiliateManager({ view, dialog }: AffiliateManagerProps) {
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={affiliatesManagerPath} />
        <NoticeAlert notice={view.notice} />
        <div className="stack gap">
          <AffiliateRequests requests={view.requests} waiting={view.waiting} />
          <div className="stack">
            <AffiliatesTable affiliates={view.affiliates} />
            <Pager page={view.page} pages={view.pages} anchor="#affiliates" />
          </div>
        </div>
      </div>
    </MemberFrame>
  );
}
