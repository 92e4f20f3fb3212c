import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { ChosenPick, CorrectionPage } from "../../models/picks/chosen-pick.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { editPickPath } from "../../paths/paths.ts";
import { useMergedValues } from "../forms/conflict.tsx";
import { SendButton, TextField } from "../forms/field.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { useListPath } from "../shared/list-parts.tsx";
import { Problem } from "../shared/notice.tsx";
import { PickConfirmation } from "./pick-confirmation.tsx";
import { PickFields } from "./pick-fields.tsx";
import { PicksPage } from "./picks-page.tsx";

interface CorrectPageProps {
  stream: Stream;
  view: CorrectionPage;
  failure: FailedForm | undefined;
}

/** Corrects a pick that has started or is settled, for everybody to see. */
export function CorrectPage({ stream, view: { chosen, trail }, failure }: CorrectPageProps) {
  const editTo = useListPath()(editPickPath(stream, chosen.id));
  const form =
    chosen.lock || failure ? (
      <CorrectForm chosen={chosen} failure={failure} cancelTo={editTo} />
    ) : (
      <p className="panel">
        This pick has neither started nor a verdict.{" "}
        <Link className="a" to={editTo}>
          Edit it
        </Link>
      </p>
    );
  const title = stream === "regular" ? "Correct Pick" : "Correct Pro Pick";
  return <PicksPage stream={stream} view={null} trail={trail} title={title} notice={null} form={form} />;
}

interface CorrectFormProps extends Pick<CorrectPageProps, "failure"> {
  chosen: ChosenPick;
  cancelTo: string;
}

function CorrectForm({ chosen, failure, cancelTo }: CorrectFormProps) {
  const values = failure ? failure.values : chosen.texts;
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state !== "idle";
  useUnsavedGuard(failure);
  useMergedValues(failure, form);
  useFocusOnFailure(failure, form);
  return (
    <Form ref={form} className="panel grid6" method="post" aria-labelledby="form-title">
      <h2 id="form-title">{chosen.name}</h2>
      <p className="sub muted">
        A correction after the start is listed for ever and changes nothing but the grade. Where it changes the market,
        side, line, price, stake, teams or sport, set the verdict by hand.
      </p>
      {failure && (
        <div className="x-all">
          {failure.warnings && !failure.errors.reason ? (
            <PickConfirmation
              message={failure.message}
              warnings={failure.warnings}
              busy={busy}
              label="Correct for everybody to see"
            />
          ) : (
            <Problem message={failure.message} />
          )}
        </div>
      )}
      <PickFields values={values} failure={failure} />
      <TextField
        label="Reason"
        name="reason"
        className="f x2"
        maxLength={200}
        help="Public for ever, with what was there before."
        defaultValue={values.reason ?? ""}
        error={failure?.errors.reason}
      />
      <input type="hidden" name="version" value={failure?.saved?.version ?? values.version ?? ""} />
      <div className="row">
        <Link className="btn quiet" to={cancelTo}>
          Cancel
        </Link>
        <SendButton className="btn primary" busy={busy}>
          Correct
        </SendButton>
      </div>
    </Form>
  );
}
