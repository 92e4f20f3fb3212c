import type { ReactNode } from "react";
import type { PageExtras } from "../../doors/page.server.ts";
import type { FailedForm } from "../../doors/form-state.ts";
import type { PicksManager } from "../../models/picks/pick.server.ts";
import type { Stream } from "../../models/picks/pick.ts";
import type { Notice } from "../../session/notice.ts";
import { adminPath, managerPath } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { PickTrail } from "../trail/pick-trail.tsx";
import { PickReview } from "./pick-review.tsx";
import { ResolvedSearch, useSearchTexts } from "./resolved-search.tsx";
import { PicksTable } from "./picks-table.tsx";
import { Pager } from "../shared/list-parts.tsx";

interface PicksPageProps {
  stream: Stream;
  view: PicksManager & Pick<PageExtras, "errors">;
  notice: Notice | null;
  form: ReactNode;
  /** The pick in the form. */
  editing?: number | undefined;
  /** Of the drafts' form. */
  reviewFailure?: FailedForm | undefined;
  dialog?: ReactNode;
}

/** A stream's page for staff: the form, the open picks, the settled ones. */
export function PicksPage({ stream, view, notice, form, editing, reviewFailure, dialog }: PicksPageProps) {
  const { drafts, unresolved, resolved, resolvedTotal, page, pages } = view;
  const isSearched = useSearchTexts().length > 0;
  const list = managerPath(stream);
  const shared = { stream, editing, copies: !view.chosen };
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={list} />
        <NoticeAlert notice={notice} />
        <div className="stack gap">
          {form}
          {view.trail && view.trail.length > 0 && <PickTrail entries={view.trail} />}
          {(drafts.length > 0 || reviewFailure) && (
            <PickReview stream={stream} drafts={drafts} editing={editing} failure={reviewFailure} />
          )}
          <PicksTable
            id="unresolved"
            title="Unresolved"
            total={unresolved.length}
            picks={unresolved}
            settled={false}
            {...shared}
          />
          <div className="stack">
            <PicksTable
              id="resolved"
              title="Resolved"
              total={resolvedTotal}
              picks={resolved}
              settled
              clearTo={isSearched ? list : null}
              {...shared}
            >
              {!view.chosen && <ResolvedSearch stream={stream} errors={view.errors} />}
            </PicksTable>
            <Pager page={page} pages={pages} anchor="#resolved" />
          </div>
        </div>
      </div>
    </MemberFrame>
  );
}
