import { Form, Link, useNavigation } from "@remix-run/react";
import { useMemo, useRef } from "react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import { resultStatuses } from "../../models/bets/grade.ts";
import type { GameToGrade, GradingCheck, GradingDay, UnmatchedLine } from "../../models/grading/grading.ts";
import { adminPath } from "../../paths/paths.ts";
import { aliasesPath, gradingDayPath, gradingPath, moveGamePath } from "../../paths/grading.ts";
import { DateField } from "../forms/date-field.tsx";
import { optionsOf, SelectField, SendButton, TextField } from "../forms/field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { FilterForm } from "../shared/filter-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert, Problem } from "../shared/notice.tsx";
import { GamesTable } from "./games-table.tsx";

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
  const isApplicable = !failure && games.some(({ picks }) => picks.some((pick) => pick.check?.applicable));
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={gradingPath}>
          <FilterForm className="find" aria-label="Day" waits>
            <DateField label="All games of a day" name="date" defaultValue={date} error={view.errors.date} />
            <button className="btn">Show</button>
          </FilterForm>
        </AdminTabs>
        <NoticeAlert notice={answer ? null : view.notice} />
        <div className="stack gap">
          <Form ref={form} className="stack" method="post" action={gradingDayPath(date)} aria-label="Results">
            {check && <input type="hidden" name="digest" value={check.digest} />}
            <p className="muted">
              {countText(games.length + more, date)}
              {more > 0 && ` The first ${games.length} are shown.`} {view.note}
            </p>
            <Problem message={failure?.message ?? (check?.problem || undefined)} />
            <GamesTable games={games} values={values} failure={failure} />
            <UnfinishedGames games={games} values={values} failure={failure} />
            <details open={games.length === 0 || (values.text ?? "") !== "" || undefined}>
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
            {check?.needsReason && (
              <TextField
                label="Reason for grading anew"
                name="reason"
                maxLength={200}
                help="Settled picks change. The reason stays in their history."
                defaultValue={values.reason ?? ""}
              />
            )}
            <div className="row edge">
              {isApplicable && (
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
              <SendButton className={isApplicable ? "btn" : "btn primary"} busy={busy} name="do" value="check">
                {check ? "Check again" : "Check"}
              </SendButton>
              {check?.hasNewResults && !isApplicable && (
                <SendButton className="btn" busy={busy} name="do" value="apply">
                  Store the results
                </SendButton>
              )}
            </div>
            {check && <UnmatchedLines lines={check.unmatched} busy={busy} />}
          </Form>
          <p>
            <Link className="a" to={aliasesPath()}>
              Team names
            </Link>
          </p>
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

interface UnfinishedGamesProps {
  games: readonly GameToGrade[];
  values: Readonly<Record<string, string>>;
  failure: FailedForm | undefined;
}

const statusOptions = resultStatuses.map((status) => ({ value: status, label: capitalised(status) }));

/** It comes after all scores, so that Tab goes from score to score: most games are played to the end. */
function UnfinishedGames({ games, values, failure }: UnfinishedGamesProps) {
  const withFields = games.filter(({ result }) => result !== null);
  if (withFields.length === 0) return null;
  const status = ({ key, result }: GameToGrade) => values[`status_${key}`] ?? (result?.status || "final");
  const isUsed = withFields.some((game) => status(game) !== "final");
  return (
    <details open={isUsed || undefined}>
      <summary>A game was postponed, cancelled, suspended or shortened</summary>
      <p className="muted">Its picks are proposed as void, and nothing is voided before you tick it.</p>
      <ul className="plain">
        {withFields
          .map((game) => ({ game, open: game.picks.find(({ settled }) => settled === "") }))
          .map(({ game, open }) => (
            <li key={game.key} className="scores">
              <SelectField
                label={`Status of ${game.title}`}
                name={`status_${game.key}`}
                options={statusOptions}
                defaultValue={status(game)}
                error={failure?.errors[`status_${game.key}`]}
              />
              {open && (
                <Link className="btn quiet" to={moveGamePath(open.id)}>
                  Move the game<span className="vh"> {game.title}</span>
                </Link>
              )}
            </li>
          ))}
      </ul>
    </details>
  );
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Pasted results that are about no pick: why, and what can be done. */
function UnmatchedLines({ lines, busy }: { lines: readonly UnmatchedLine[]; busy: boolean }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="unmatched" className="stack">
      <h2 id="unmatched">Not matched</h2>
      <ul className="plain">
        {lines.map((line) => (
          <li key={line.index}>
            <b>{line.text}</b>
            <p className="muted">{line.reason}</p>
            {line.teams.length > 0 && (
              <div className="scores">
                {(["away", "home"] as const).map((side) => (
                  <SelectField
                    key={side}
                    label={`"${line[side]}" is`}
                    name={`alias_${line.index}_${side}`}
                    options={[{ value: "", label: "Another team" }, ...optionsOf(line.teams)]}
                    defaultValue={line.teams.includes(line[side]) ? line[side] : ""}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {lines.some(({ teams }) => teams.length > 0) && (
        <div className="row">
          <SendButton className="btn" busy={busy} name="do" value="names">
            Use these names from now on
          </SendButton>
        </div>
      )}
    </section>
  );
}
