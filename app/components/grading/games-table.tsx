import { Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import { hasWinnerOnly } from "../../models/bets/final-text.ts";
import { settledOutcomes, outcomes, verdictText } from "../../models/bets/outcome.ts";
import { type GameToGrade, type PickToGrade, winnerOf } from "../../models/grading/grading.ts";
import { reopenGamePath } from "../../paths/grading.ts";
import { SelectField, TextField } from "../forms/field.tsx";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { Icon } from "../shared/icon.tsx";

interface Typed {
  values: Readonly<Record<string, string>>;
  /** After a failure no check is shown: it was of other results. */
  failure: FailedForm | undefined;
}

/** The games of a day, one line each; on a phone a card each. */
export function GamesTable({ games, ...typed }: Typed & { games: readonly GameToGrade[] }) {
  if (games.length === 0) return null;
  return (
    <CardTable
      label="Games"
      className="rc2 grade"
      columns={4}
      emptyText=""
      head={<Heads texts={["Game", "Picks", "Away", "Home"]} />}
    >
      {games.map((game) => (
        <GameRow key={game.key} game={game} {...typed} />
      ))}
    </CardTable>
  );
}

/** A game with the picks on it, and the fields for its result. */
function GameRow({ game, ...typed }: Typed & { game: GameToGrade }) {
  const { key, title, sport, when, result, refused, picks } = game;
  const settled = picks.find((pick) => pick.settled !== "");
  return (
    <Row id={`game-${key}`}>
      <RowHead>
        <b>{title}</b> <span className="muted">{[sport, when].filter(Boolean).join(" · ")}</span>
        {settled && (
          <>
            {" "}
            <Link className="a" to={reopenGamePath(settled.id)}>
              Open again<span className="vh"> {title}</span>
            </Link>
          </>
        )}
      </RowHead>
      <Cell className="rest">
        <ul className="plain">
          {picks.map((pick) => (
            <PickLine key={pick.id} pick={pick} {...typed} />
          ))}
        </ul>
        {!typed.failure && refused && (
          <p className="err">
            <Icon name="warn" />
            {refused}
          </p>
        )}
      </Cell>
      {result ? <ResultCells game={game} result={result} {...typed} /> : <td colSpan={2} />}
    </Row>
  );
}

interface ResultCellsProps extends Typed {
  game: GameToGrade;
  result: NonNullable<GameToGrade["result"]>;
}

/** The column's head says away or home, a card the team; who hears the page gets the field's own label. */
function ResultCells({ game, result, values, failure }: ResultCellsProps) {
  const { key, sport, away, home } = game;
  if (hasWinnerOnly(sport)) {
    const name = `winner_${key}`;
    return (
      <td colSpan={2} className="score">
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
      </td>
    );
  }
  return (["away", "home"] as const).map((side) => (
    <Cell key={side} label={game[side]} className="score">
      <TextField
        label={game[side]}
        name={`${side}_${key}`}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        defaultValue={values[`${side}_${key}`] ?? result[side]}
        error={failure?.errors[`${side}_${key}`]}
      />
    </Cell>
  ));
}

function PickLine({ pick, ...typed }: Typed & { pick: PickToGrade }) {
  const { id, version, name, details, settled, byHand } = pick;
  const check = typed.failure ? null : pick.check;
  const text = (
    <span>
      <b>{name}</b> <span className="muted">{[details, settled].filter(Boolean).join(" · ")}</span>
    </span>
  );
  const box = `pick_${id}_${version}`;
  const asksUnits = check?.needsUnits === true || typed.values[`units_${id}_${version}`] !== undefined;
  return (
    <li>
      {check?.applicable ? (
        <label className="check">
          {/* Sent when the box is not ticked: of a repeated name the last one counts. */}
          <input type="hidden" name={box} value="0" />
          <input
            // A check renews which boxes are ticked.
            key={`${check.outcome} ${check.ticked}`}
            type="checkbox"
            name={box}
            value="1"
            defaultChecked={check.ticked}
          />
          {text}
        </label>
      ) : (
        text
      )}
      {check && (
        <p>
          {check.outcome && <b>{check.outcome}</b>}{" "}
          <span className="muted">{[check.clv, check.workings].filter(Boolean).join(" · ")}</span>
        </p>
      )}
      {settled === "" && byHand !== "" && (
        <>
          <p className="muted">{byHand} Choose its verdict by hand.</p>
          <HandFields pick={pick} {...typed} withVerdict />
        </>
      )}
      {settled === "" && byHand === "" && asksUnits && <HandFields pick={pick} {...typed} withVerdict={false} />}
    </li>
  );
}

const verdictOptions = [
  { value: "", label: "Open" },
  ...settledOutcomes.map((outcome) => ({ value: outcomes[outcome].mark, label: verdictText(outcome) })),
];

function HandFields({ pick, values, failure, withVerdict }: Typed & { pick: PickToGrade; withVerdict: boolean }) {
  const { id, version, name } = pick;
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
