import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import { failureOf } from "../../doors/form-state.ts";
import type { GameToReopen } from "../../models/grading/game/reopen-game.server.ts";
import { adminPath, gradingDayPath, gradingPath } from "../../paths/paths.ts";
import { SendButton, TextField } from "../forms/field.tsx";
import { useFocusOnFailure } from "../forms/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";

interface ReopenGamePageProps {
  view: GameToReopen;
  answer: FailedForm | undefined;
}

/** Undoes a wrong "Apply". */
export function ReopenGamePage({ view, answer }: ReopenGamePageProps) {
  const failure = failureOf(answer);
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state !== "idle";
  useUnsavedGuard(failure);
  useFocusOnFailure(failure, form);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={gradingPath} title="Open the game again" />
        <Form ref={form} className="panel stack" method="post" aria-label="Open the game again">
          <h2>{view.title}</h2>
          <p className="muted">Everybody will see in the public record, for ever, with your reason:</p>
          <ul>
            {view.picks.map((pick) => (
              <li key={pick}>{pick}</li>
            ))}
          </ul>
          <Problem message={failure?.message} />
          <TextField
            label="Reason"
            name="reason"
            maxLength={200}
            required
            help="Public for ever, with what was there before."
            defaultValue={failure?.values.reason ?? ""}
            error={failure?.errors.reason}
          />
          <div className="row">
            <SendButton className="btn primary" busy={busy}>
              Open again
            </SendButton>
            <Link className="btn quiet" to={gradingDayPath(view.game_date)}>
              Back
            </Link>
          </div>
        </Form>
      </div>
    </MemberFrame>
  );
}
