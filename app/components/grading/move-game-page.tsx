import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import { failureOf } from "../../doors/form-state.ts";
import type { GameToMove } from "../../models/grading/game/move-game.server.ts";
import { adminPath, gradingPath } from "../../paths/paths.ts";
import { DateField } from "../forms/date-field.tsx";
import { SendButton, TextField } from "../forms/field.tsx";
import { useFocusOnFailure } from "../forms/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";

interface MoveGamePageProps {
  view: GameToMove;
  answer: FailedForm | undefined;
}

/** Another date and time for all open picks of a postponed game. */
export function MoveGamePage({ view, answer }: MoveGamePageProps) {
  const failure = failureOf(answer);
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state !== "idle";
  useUnsavedGuard(failure);
  useFocusOnFailure(failure, form);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={gradingPath} title="Move the game" />
        <Form ref={form} className="panel stack" method="post" aria-label="Move the game">
          <h2>{view.title}</h2>
          <p className="muted">
            The date and time of {view.picks.length === 1 ? "its open pick" : `its ${view.picks.length} open picks`}{" "}
            change: {view.picks.join(", ")}.
          </p>
          <Problem message={failure?.message} />
          <DateField
            label="Game date"
            name="game_date"
            defaultValue={failure?.values.game_date ?? view.game_date}
            error={failure?.errors.game_date}
          />
          <TextField
            label="Time"
            name="time"
            maxLength={40}
            placeholder="7:30 PM ET"
            defaultValue={failure?.values.time ?? view.time}
            error={failure?.errors.time}
          />
          {(view.hasStarted || failure?.errors.reason) && (
            <TextField
              label="Reason"
              name="reason"
              maxLength={200}
              help="It has started, so everybody will see this correction and its reason, for ever."
              defaultValue={failure?.values.reason ?? ""}
              error={failure?.errors.reason}
            />
          )}
          <div className="row">
            <SendButton className="btn primary" busy={busy}>
              Move
            </SendButton>
            <Link className="btn quiet" to={gradingPath}>
              Back
            </Link>
          </div>
        </Form>
      </div>
    </MemberFrame>
  );
}
