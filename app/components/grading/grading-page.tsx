import { Form, useNavigation } from "@remix-run/react";
import { useMemo, useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { GradingCheck, GradingDay } from "../../models/grading/grading.ts";
import { adminPath, gradingDayPath, gradingPath } from "../../paths/paths.ts";
import { DateField } from "../forms/date-field.tsx";
import { SendButton, TextField } from "../forms/field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { Fold } from "../shared/fold.tsx";
import { FilterForm } from "../shared/filter-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert, Problem } from "../shared/notice.tsx";
import { GameRow } from "./game-row.tsx";
import { UnfinishedGames } from "./unfinished-games.tsx";
import { UnmatchedLines } from "./unmatched-lines.tsx";

interface GradingPageProps {
  view: (GradingDay | GradingCheck) & PageExtras;
  answer: FailedForm | GradingCheck | undefined;
}

/** A day's games: type the scores, check, apply. */
export function GradingPage({ view, answer }: GradingPageProps) {
  const failure = failureOf(answer);
  // Results that came by themselves are checked already.
  const check = [answer, failure ? undefined : view].find(
    (each): each is GradingCheck => each !== undefined && "digest" in each,
  );
  const { date } = view;
  const { games, more } = check ?? view;
  const values = failure?.values ?? check?.values ?? {};
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formAction?.startsWith(gradingPath) ?? false;
  const unsaved = useMemo(
    () => (answer && check ? { values: check.values, outcome: check } : undefined),
    [answer, check],
  );
  useUnsavedGuard(failure ?? unsaved);
  useFocusOnFailure(failure, form);
  const offered = check?.checked.filter((each) => each.applicable).map(({ id }) => id) ?? [];
  const applicable = offered.length > 0;
  const isDone = games.length === 0;
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={gradingPath} />
        <NoticeAlert notice={answer ? null : view.notice} />
        <div className="stack gap">
          <Fold label="Another day" open={date !== "" || view.errors.date !== undefined}>
            <FilterForm className="scores" aria-label="Day" waits>
              <DateField label="All games of a day" name="date" defaultValue={date} error={view.errors.date} />
              <button className="btn">Show</button>
            </FilterForm>
          </Fold>
          <Form ref={form} className="stack" method="post" action={gradingDayPath(date)} aria-label="Results">
            {check && <input type="hidden" name="digest" value={check.digest} />}
            <input type="hidden" name="seen" value={(check ?? view).seen} />
            {check && <input type="hidden" name="offered" value={offered.join(" ")} />}
            {view.note && <p className="muted">{view.note}</p>}
            <p className="muted">
              {countText(games.length + more, date)}
              {more > 0 && ` The first ${games.length} are shown.`}
            </p>
            <Problem message={failure?.message ?? (check?.problem || undefined)} />
            {games.map((game) => (
              <GameRow key={game.key} game={game} values={values} failure={failure} check={check} />
            ))}
            {games.some(({ away, fromTable }) => away !== "" && !fromTable) && (
              <UnfinishedGames games={games} values={values} failure={failure} />
            )}
            <details open={isDone || (values.text ?? "") !== "" || undefined}>
              <summary>Paste results</summary>
              <TextAreaField
                label="Table"
                name="text"
                rows={6}
                help="CSV, a spreadsheet's rows or JSON. The first line names the columns: sport, game_date, away, home, away_score, home_score, and where needed status, starts_at, external_id."
                defaultValue={values.text ?? ""}
                error={failure?.errors.text}
              />
            </details>
            {check && check.corrections > 0 && (
              <TextField
                label="Reason for grading anew"
                name="reason"
                maxLength={200}
                help="Settled picks change. The reason stays in their history."
                defaultValue={values.reason ?? ""}
              />
            )}
            <div className="row">
              {applicable && (
                <SendButton
                  key={check?.digest}
                  // eslint-disable-next-line jsx-a11y/no-autofocus -- after a check that was asked for, Enter applies it
                  autoFocus={answer !== undefined}
                  className="btn primary"
                  busy={busy}
                  name="do"
                  value="apply"
                >
                  Apply
                </SendButton>
              )}
              <SendButton className={applicable ? "btn" : "btn primary"} busy={busy} name="do" value="check">
                {check ? "Check again" : "Check"}
              </SendButton>
              {check && !applicable && check.unstored > 0 && (
                <SendButton className="btn" busy={busy} name="do" value="apply">
                  Store the results
                </SendButton>
              )}
            </div>
            {check && <UnmatchedLines lines={check.unmatched} busy={busy} />}
          </Form>
        </div>
      </div>
    </MemberFrame>
  );
}

function countText(count: number, date: string): string {
  if (date !== "") return count === 0 ? `No picks on ${date}.` : `${games(count)} on ${date}.`;
  return count === 0
    ? "No game waits for a result."
    : `${games(count)} ${count === 1 ? "waits" : "wait"} for a result.`;
}

function games(count: number): string {
  return `${count} ${count === 1 ? "game" : "games"}`;
}
