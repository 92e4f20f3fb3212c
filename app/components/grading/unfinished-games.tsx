import { Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import { resultStatuses } from "../../models/bets/grade.ts";
import type { GameToGrade } from "../../models/grading/grading.ts";
import { moveGamePath } from "../../paths/paths.ts";
import { SelectField } from "../forms/field.tsx";

interface UnfinishedGamesProps {
  games: readonly GameToGrade[];
  values: Readonly<Record<string, string>>;
  failure: FailedForm | undefined;
}

const statusOptions = resultStatuses.map((status) => ({ value: status, label: capitalised(status) }));

/** It comes after all scores, so that Tab goes from score to score: most games are played to the end. */
export function UnfinishedGames({ games, values, failure }: UnfinishedGamesProps) {
  const status = ({ key, result }: GameToGrade) => values[`status_${key}`] ?? (result.status || "final");
  const isUsed = games.some((game) => status(game) !== "final");
  return (
    <details open={isUsed || undefined}>
      <summary>A game was postponed, cancelled, suspended or shortened</summary>
      <p className="muted">Its picks are proposed as void, and nothing is voided before you tick it.</p>
      <ul className="plain">
        {games
          .filter(({ away, fromTable }) => away !== "" && !fromTable)
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
