import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { PicksManager as PicksManagerView } from "../../models/picks/pick.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { PickForm } from "./pick-form.tsx";
import { PicksPage } from "./picks-page.tsx";

interface PicksManagerProps {
  stream: Stream;
  view: PicksManagerView & PageExtras;
  failure?: FailedForm | undefined;
  reviewFailure?: FailedForm | undefined;
}

/** Adds picks, or edits the chosen one. */
export function PicksManager({ stream, view, failure, reviewFailure }: PicksManagerProps) {
  useUnsavedGuard(failure);
  const form = (
    <PickForm
      stream={stream}
      editing={view.chosen}
      template={view.template}
      failure={failure}
      notice={view.notice}
      idempotencyKey={view.idempotencyKey}
    />
  );
  return (
    <PicksPage
      stream={stream}
      view={view}
      notice={(failure ?? reviewFailure) ? null : view.notice}
      form={form}
      editing={view.chosen?.id}
      reviewFailure={reviewFailure}
    />
  );
}
