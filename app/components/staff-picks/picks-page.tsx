import type { ReactNode } from "react";
import type { PageExtras } from "../../http/page.server.ts";
import type { FailedForm } from "../../http/form-state.ts";
import type { PicksManager } from "../../models/picks/pick.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import type { Notice } from "../../session/notice.ts";
import { adminPath, managerPath } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { PickTrail } from "../trail/pick-trail.tsx";
import { PickReview } from "./pick-review.tsx";
import { ResolvedSearch, useSearchTexts } from "./resolved-search.tsx";
import { PicksTable } from "./picks-table.tsx";
import { Pager } from "../shared/pager.tsx";

interface ListsProps {
  stream: Stream;
  view: PicksManager & Pick<PageExtras, "errors">;
  /** The pick in the form. */
  editing?: number | undefined;
  /** The failure of the drafts' form. */
  reviewFailure?: FailedForm | undefined;
}

interface PicksPageProps extends Omit<ListsProps, "view"> {
  /** Null where the form stands alone. */
  view: ListsProps["view"] | null;
  /** The trail of the pick in the form. */
  trail?: PicksManager["trail"] | undefined;
  title?: string;
  notice: Notice | null;
  form: ReactNode;
  dialog?: ReactNode;
}

/** A stream's page for staff: the form, the open picks, the settled ones. */
export function PicksPage({ view, trail = view?.trail, title, notice, form, dialog, ...props }: PicksPageProps) {
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={managerPath(props.stream)} title={title} />
        <NoticeAlert notice={notice} />
        <div className="stack gap">
          {form}
          {trail && trail.length > 0 && <PickTrail entries={trail} />}
          {view && <Lists view={view} {...props} />}
        </div>
      </div>
    </MemberFrame>
  );
}

function Lists({ stream, view, editing, reviewFailure }: ListsProps) {
  const { drafts, unresolved, resolved, resolvedTotal, page, pages } = view;
  const isSearched = useSearchTexts().length > 0;
  const shared = { stream, editing, copies: !view.chosen };
  return (
    <>
      {(drafts.length > 0 || reviewFailure) && (
        <PickReview
          stream={stream}
          drafts={drafts}
          total={view.draftsTotal}
          page={view.draftsPage}
          editing={editing}
          failure={reviewFailure}
        >
          <Pager page={view.draftsPage} pages={view.draftsPages} anchor="#drafts" name="drafts" />
        </PickReview>
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
          clearTo={isSearched ? managerPath(stream) : null}
          {...shared}
        >
          {!view.chosen && <ResolvedSearch stream={stream} errors={view.errors} />}
        </PicksTable>
        <Pager page={page} pages={pages} anchor="#resolved" />
      </div>
    </>
  );
}
