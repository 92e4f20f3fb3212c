import type { FailedForm } from "../../doors/form-state.ts";
import type { PageExtras } from "../../doors/page.server.ts";
import type { PicksManager as PicksManagerView } from "../../models/picks/pick.server.ts";
import type { Stream } from "../../models/picks/pick.ts";
import { describePick } from "../../models/picks/pick.ts";
import { adminPath, deletePickPath, managerPath } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { Pager } from "../shared/pager.tsx";
import { PickForm } from "./pick-form.tsx";
import { PicksTable } from "./picks-table.tsx";
import { useListPath } from "../shared/use-list-path.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";

interface PicksManagerProps {
  stream: Stream;
  view: PicksManagerView & PageExtras;
  failure?: FailedForm | undefined;
  /** Asks whether the chosen pick is to be deleted. */
  deleting?: boolean;
}

const questions = {
  regular: "Are you sure you want to delete this pick?",
  pro: "Are you sure you want to delete this Pro Pick?",
} as const;

/** A stream's manager: the form, the open picks, the settled ones. */
export function PicksManager({ stream, view, failure, deleting = false }: PicksManagerProps) {
  const { chosen, unresolved, resolved, resolvedTotal } = view;
  const inPlace = useListPath();
  useUnsavedGuard(deleting ? undefined : failure);
  const dialog = deleting && chosen && (
    <ConfirmDialog
      question={questions[stream]}
      subject={describePick(chosen)}
      cancelTo={inPlace(managerPath(stream))}
      action={inPlace(deletePickPath(stream, chosen.id))}
      problem={failure?.message}
    >
      <input type="hidden" name="version" value={failure?.saved?.version ?? chosen.version} />
    </ConfirmDialog>
  );
  return (
    <MemberFrame current={adminPath} dialog={dialog || undefined}>
      <div className="wrap page">
        <AdminTabs current={managerPath(stream)} />
        <div className="stack gap">
          <NoticeAlert notice={failure ? null : view.notice} />
          <PickForm
            stream={stream}
            editing={deleting ? null : chosen}
            failure={deleting ? undefined : failure}
            notice={view.notice}
            idempotencyKey={view.idempotencyKey}
          />
          <PicksTable
            id="unresolved"
            title="Unresolved"
            total={unresolved.length}
            stream={stream}
            picks={unresolved}
            settled={false}
          />
          <div className="stack">
            <PicksTable id="resolved" title="Resolved" total={resolvedTotal} stream={stream} picks={resolved} settled />
            <Pager page={view.page} pages={view.pages} anchor="#resolved" />
          </div>
        </div>
      </div>
    </MemberFrame>
  );
}
