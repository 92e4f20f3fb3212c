import type { FailedForm } from "../../http/form-state.ts";
import { failureOf } from "../../http/form-state.ts";
import type { GameToReopen } from "../../models/grading/game/reopen-game.server.ts";
import { gradingDayPath } from "../../paths/paths.ts";
import { TextField } from "../forms/field.tsx";
import { GameForm } from "./game-form.tsx";

interface ReopenGamePageProps {
  view: GameToReopen;
  answer: FailedForm | undefined;
}

/** Undoes a wrong "Apply". */
export function ReopenGamePage({ view, answer }: ReopenGamePageProps) {
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
