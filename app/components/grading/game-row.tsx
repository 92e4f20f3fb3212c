import { Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import { settledOutcomes, outcomes, verdictText } from "../../models/bets/outcome.ts";
import type { CheckedPick, GameToGrade, GradingCheck, PickToGrade } from "../../models/grading/grading.ts";
import { winnerOf } from "../../models/grading/grading.ts";
import { reopenGamePath } from "../../paths/grading.ts";
import { SelectField, TextField } from "../forms/field.tsx";
import { Icon } from "../shared/icon.tsx";

interface GameRowProps {
  game: GameToGrade;
  values: Readonly<Record<string, string>>;
  failure: FailedForm | undefined;
  check: GradingCheck | undefined;
}

/** A game with the fields for its result, and the picks on it. */
export function GameRow({ game, values, failure, check }: GameRowProps) {
  const { key, title, sport, when } = game;
  const refused = check?.refused[key];
  const settled = game.picks.find((pick) => pick.settled !== "");
  return (
    <div className="panel game-row" role="group" aria-labelledby={`game-${key}`}>
      <div>
        <h2 id={`game-${key}`}>{title}</h2>
        <p className="muted">{[sport, when].filter(Boolean).join(" · ")}</p>
      </div>
      {game.away !== "" && !game.fromTable && <ResultFields game={game} values={values} failure={failure} />}
      {refused && (
        <p className="err">
          <Icon name="warn" />
          {refused}
        </p>
      )}
      <ul className="plain">
        {game.picks.map((pick) => (
          <PickLine
            key={pick.id}
            pick={pick}
            values={values}
            failure={failure}
            checked={check?.checked.find(({ id }) => id === pick.id)}
          />
        ))}
      </ul>
      {settled && (
        <Link className="a" to={reopenGamePath(settled.id)}>
          Open again<span className="vh"> {title}</span>
        </Link>
      )}
    </div>
  );
}

function ResultFields({ game, values, failure }: Omit<GameRowProps, "check">) {
  const { key, away, home, result } = game;
  if (game.winnerOnly) {
    const name = `winner_${key}`;
    return (
      <SelectField
        label="Winner"
        name={name}
        options={[
          { value: "", label: "Choose" },
          { value: "away", label: away },
          { value: "home", label: home },
          { value: "draw", label: "Draw" },
        ]}
        defaultValue={values[name] ?? winnerOf(result)}
        error={failure?.errors[name]}
      />
    );
  }
  return (
    <div className="scores">
      {(["away", "home"] as const).map((side) => (
        <TextField
          key={side}
          label={game[side]}
          name={`${side}_${key}`}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          defaultValue={values[`${side}_${key}`] ?? result[side]}
          error={failure?.errors[`${side}_${key}`]}
        />
      ))}
    </div>
  );
}

interface PickLineProps extends Omit<GameRowProps, "game" | "check"> {
  pick: PickToGrade;
  checked: CheckedPick | undefined;
}

function PickLine({ pick, values, failure, checked }: PickLineProps) {
  const { id, version, name, details, settled, byHand } = pick;
  const text = (
    <span>
      <b>{name}</b> <span className="muted">{[details, settled].filter(Boolean).join(" · ")}</span>
    </span>
  );
  const asksUnits = checked?.needsUnits === true || values[`units_${id}_${version}`] !== undefined;
  return (
    <li>
      {checked?.applicable ? (
        <label className="check">
          <input
            // A check renews which boxes are ticked.
            key={`${checked.outcome} ${checked.ticked}`}
            type="checkbox"
            name={`pick_${id}_${version}`}
            value="1"
            defaultChecked={checked.ticked}
          />
          {text}
        </label>
      ) : (
        text
      )}
      {checked && (
        <p>
          {checked.outcome && <b>{checked.outcome}</b>}{" "}
          <span className="muted">{[checked.clv, checked.workings].filter(Boolean).join(" · ")}</span>
        </p>
      )}
      {settled === "" && byHand !== "" && (
        <>
          <p className="muted">{byHand} Choose its verdict by hand.</p>
          <HandFields pick={pick} values={values} failure={failure} withVerdict />
        </>
      )}
      {settled === "" && byHand === "" && asksUnits && (
        <HandFields pick={pick} values={values} failure={failure} withVerdict={false} />
      )}
    </li>
  );
}

const verdictOptions = [
  { value: "", label: "Open" },
  ...settledOutcomes.map((outcome) => ({ value: outcomes[outcome].mark, label: verdictText(outcome) })),
];

function HandFields({
  pick: { id, version, name },
  values,
  failure,
  withVerdict,
}: Omit<PickLineProps, "checked"> & { withVerdict: boolean }) {
  const [verdict, units] = [`verdict_${id}_${version}`, `units_${id}_${version}`];
  return (
    <div className="scores">
      {withVerdict && (
        <SelectField
          label={`Verdict of ${name}`}
          name={verdict}
          options={verdictOptions}
          defaultValue={values[verdict] ?? ""}
          error={failure?.errors[verdict]}
        />
      )}
      <TextField
        label="Units result"
        name={units}
        placeholder="By its price"
        defaultValue={values[units] ?? ""}
        error={failure?.errors[units]}
      />
    </div>
  );
}
