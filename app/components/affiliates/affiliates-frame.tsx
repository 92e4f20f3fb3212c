import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageExtras } from "../../http/page.server.ts";
import { adminPath, affiliatesManagerPath } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";

interface AffiliatesFrameProps {
  view: PageExtras;
  /** The heading of a page below the Affiliate Manager. */
  title?: string;
  problem?: string | undefined;
  dialog: ReactNode;
  children: ReactNode;
}

/** The staff's pages about affiliates. */
export function AffiliatesFrame({ view, title, problem, dialog, children }: AffiliatesFrameProps) {
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={affiliatesManagerPath} title={title}>
          {title !== undefined && (
            <Link className="a" to={affiliatesManagerPath}>
              All affiliates
            </Link>
          )}
        </AdminTabs>
        <NoticeAlert notice={view.notice} problem={problem} />
        {children}
      </div>
    </MemberFrame>
  );
}
