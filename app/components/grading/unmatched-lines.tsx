import type { UnmatchedLine } from "../../models/grading/grading.ts";
import { optionsOf, SelectField, SendButton } from "../forms/field.tsx";

/** Pasted results that are about no pick: why, and what can be done. */
export function UnmatchedLines({ lines, busy }: { lines: readonly UnmatchedLine[]; busy: boolean }) {
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
