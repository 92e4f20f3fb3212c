import { Form, Link, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { GameToMove, GameToReopen } from "../../models/grading/whole-game.server.ts";
import { adminPath } from "../../paths/paths.ts";
import { gradingDayPath, gradingPath } from "../../paths/grading.ts";
import { DateField } from "../forms/date-field.tsx";
import { SendButton, TextField } from "../forms/field.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";

interface GameFormProps {
  /** The title of the page. */
  title: string;
  /** The game. */
  game: string;
  about: ReactNode;
  /** Its fields. */
  children: ReactNode;
  /** The text of the button. */
  label: string;
  backTo: string;
  failure: FailedForm | undefined;
}

/** The page of what is done to all picks of a game. */
function GameForm({ title, game, about, children, label, backTo, failure }: GameFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state !== "idle";
  useUnsavedGuard(failure);
  useFocusOnFailure(failure, form);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={gradingPath} title={title} />
        <Form ref={form} className="panel stack" method="post" aria-label={title}>
          <h2>{game}</h2>
          {about}
          <Problem message={failure?.message} />
          {children}
          <div className="row">
            <SendButton className="btn primary" busy={busy}>
              {label}
            </SendButton>
            <Link className="btn quiet" to={backTo}>
              Back
            </Link>
          </div>
        </Form>
      </div>
    </MemberFrame>
  );
}

interface GamePageProps<View> {
  view: View;
  answer: FailedForm | undefined;
}

/** Another date and time for all open picks of a postponed game. */
export function MoveGamePage({ view, answer }: GamePageProps<GameToMove>) {
  const failure = failureOf(answer);
  return (
    <GameForm
      title="Move the game"
      game={view.title}
      about={
        <p className="muted">
          The date and time of {view.picks.length === 1 ? "its open pick" : `its ${view.picks.length} open picks`}{" "}
          change: {view.picks.join(", ")}.
        </p>
      }
      label="Move"
      backTo={gradingPath}
      failure={failure}
    >
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
    </GameForm>
  );
}

/** Undoes a wrong "Apply". */
export function ReopenGamePage({ view, answer }: GamePageProps<GameToReopen>) {
  const failure = failureOf(answer);
  return (
    <GameForm
      title="Open the game again"
      game={view.title}
      about={
        <>
          <p className="muted">Everybody will see in the public record, for ever, with your reason:</p>
          <ul>
            {view.picks.map((pick, index) => (
              <li key={index}>{pick}</li>
            ))}
          </ul>
        </>
      }
      label="Open again"
      backTo={gradingDayPath(view.game_date)}
      failure={failure}
    >
      <TextField
        label="Reason"
        name="reason"
        maxLength={200}
        required
        help="Public for ever, with what was there before."
        defaultValue={failure?.values.reason ?? ""}
        error={failure?.errors.reason}
      />
    </GameForm>
  );
}
