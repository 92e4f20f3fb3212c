import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { PicksManager } from "../../models/picks/pick.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { describePick } from "../../models/picks/pick.ts";
import { atPickRow, deletePickPath, managerPath } from "../../paths/paths.ts";
import { TextField } from "../forms/field.tsx";
import { Fold } from "../shared/fold.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { AddTitle, PickFields } from "./pick-fields.tsx";
import { PicksPage } from "./picks-page.tsx";
import { useListPath } from "../shared/list-parts.tsx";

interface PickDeletionProps {
  stream: Stream;
  view: PicksManager & PageExtras;
  failure?: FailedForm | undefined;
}

const questions = {
  regular: "Are you sure you want to delete this pick?",
  pro: "Are you sure you want to delete this Pro Pick?",
} as const;
const publicNote =
  "Everybody will see in the public record that it was deleted. Once it has started, it counts all the same.";

/** Asks whether the chosen pick is to be deleted, over the manager. */
export function PickDeletion({ stream, view, failure }: PickDeletionProps) {
  const { chosen } = view;
  const inPlace = useListPath();
  const dialog = chosen && (
    <ConfirmDialog
      question={questions[stream]}
      subject={describePick(chosen)}
      cancelTo={atPickRow(inPlace(managerPath(stream)), chosen.id)}
      action={inPlace(deletePickPath(stream, chosen.id))}
      problem={failure?.message}
      {...(chosen.published_at === null ? {} : { note: publicNote })}
    >
      <TextField
        label="Reason"
        name="reason"
        maxLength={200}
        help="Optional. Kept in the trail."
        defaultValue={failure?.values.reason ?? ""}
        error={failure?.errors.reason}
      />
      <input type="hidden" name="version" value={failure?.saved?.version ?? chosen.version} />
    </ConfirmDialog>
  );
  return (
    <PicksPage
      stream={stream}
      view={view}
      notice={failure ? null : view.notice}
      form={<InertForm noun={stream === "regular" ? "Pick" : "Pro Pick"} />}
      dialog={dialog}
    />
  );
}

/** Keeps the form's place behind the dialog: the list must not jump. */
function InertForm({ noun }: { noun: string }) {
  return (
    <Fold label={`Add ${noun}`} open={false}>
      <div className="panel grid6">
        <AddTitle noun={noun}>Add many at once</AddTitle>
        <PickFields values={{}} failure={undefined} />
        <div className="row">
          <button className="btn primary" type="button">
            Add {noun}
          </button>
        </div>
      </div>
    </Fold>
  );
}
