import type { FailedForm } from "../../http/form-state.ts";
import { failureOf } from "../../http/form-state.ts";
import type { GameToMove } from "../../models/grading/game/move-game.server.ts";
import { gradingPath } from "../../paths/paths.ts";
import { DateField } from "../forms/date-field.tsx";
import { TextField } from "../forms/field.tsx";
import { GameForm } from "./game-form.tsx";

interface MoveGamePageProps {
  view: GameToMove;
  answer: FailedForm | undefined;
}

/** Another date and time for all open picks of a postponed game. */
export function MoveGamePage({ view, answer }: MoveGamePageProps) {
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
