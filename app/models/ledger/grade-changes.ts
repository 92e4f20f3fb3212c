/** The changes that a correction has to name: the check and the server compare the same texts. Pure. */
import { type ChangedField, type Changes, type CorrectEntry, type GradeFields, gradeFields } from "./ledger-entry.ts";
import { type PickHistory, hasVerdict, lastGrade } from "./pick-history.ts";
import { type SealedContent, sealedFields } from "./sealed-content.ts";

export type ChangeProblem = "a change that isn't named" | "a known verdict changed without a reason";

type GradeField = (typeof gradeFields)[number];
type Texts = Readonly<Partial<Record<ChangedField, string>>>;

/** Returns the values as the ledger writes them; '' = unknown. Without a verdict everything is unknown. */
export function gradeTexts(grade: GradeFields | null): Readonly<Record<GradeField, string>> {
  const { outcome = "", units = "", away_score = "", home_score = "", closing_line = "", closing_odds } = grade ?? {};
  return {
    verdict: outcome,
    units_result: units,
    away_score,
    home_score,
    closing_line,
    closing_odds: closing_odds === undefined ? "" : String(closing_odds),
  };
}

/**
 * Returns the grade fields that differ. For a pick that is opened again it names only the verdict: without a verdict
 * nothing else is known.
 */
export function gradeChanges(before: GradeFields | null, after: GradeFields | null): Changes {
  const [old, now] = [gradeTexts(before), gradeTexts(after)];
  const names = before !== null && after === null ? (["verdict"] as const) : gradeFields;
  return Object.fromEntries(names.flatMap((name) => (old[name] === now[name] ? [] : [[name, [old[name], now[name]]]])));
}

/**
 * Returns what is wrong with a correction: a change that it does not name, or a missing reason; null when nothing is.
 * `history` is that of the pick before the correction.
 */
export function changeProblemOf(history: PickHistory, entry: CorrectEntry): ChangeProblem | null {
  const [before, after] = [lastGrade(history), hasVerdict(entry) ? entry : null];
  if (!areSealedNamed(history, entry.changes)) return "a change that isn't named";
  if (!isGradeNamed(history, entry.changes, before, after)) return "a change that isn't named";
  return entry.reason === undefined && isKnownChanged(entry.changes, before, after)
    ? "a known verdict changed without a reason"
    : null;
}

/**
 * The same for entries of earlier versions of this program. These named the changes of the tables, where typed units,
 * and scores that contradict a verdict, could differ from the ledger's.
 */
export function earlierChangeProblemOf(history: PickHistory, entry: CorrectEntry): ChangeProblem | null {
  const [before, after] = [lastGrade(history), hasVerdict(entry) ? entry : null];
  const { verdict } = entry.changes;
  const isNamed = isFirstOfImport(history)
    ? (verdict?.[1] ?? after?.outcome ?? "") === (after?.outcome ?? "")
    : isSameChange(verdict, gradeChanges(before, after).verdict);
  if (!isNamed || !areSealedNamed(history, entry.changes)) return "a change that isn't named";
  return entry.reason === undefined && before !== null && before.outcome !== after?.outcome
    ? "a known verdict changed without a reason"
    : null;
}

function isGradeNamed(
  history: PickHistory,
  changes: Changes,
  before: GradeFields | null,
  after: GradeFields | null,
): boolean {
  const [old, now] = [gradeTexts(before), gradeTexts(after)];
  // The ledger does not have the old verdict of a pick from before the ledger.
  if (isFirstOfImport(history)) return gradeFields.every((name) => (changes[name]?.[1] ?? now[name]) === now[name]);
  const expected = gradeChanges(before, after);
  const isOpened = before !== null && after === null;
  return gradeFields.every((name) =>
    isOpened && name !== "verdict" && changes[name] !== undefined
      ? isSameChange(changes[name], [old[name], now[name]])
      : isSameChange(changes[name], expected[name]),
  );
}

function areSealedNamed(history: PickHistory, changes: Changes): boolean {
  const texts = sealedTexts(history);
  return (
    texts === null || sealedFields.every((name) => (changes[name]?.[0] ?? texts[name] ?? "") === (texts[name] ?? ""))
  );
}

/** Returns the current values of the sealed fields; null while the last sealed content is not known. */
export function sealedTexts({ versions, grades }: Pick<PickHistory, "versions" | "grades">): Texts | null {
  const last = versions.at(-1);
  if (last?.reveal == null) return null;
  const texts: Partial<Record<ChangedField, string>> = textsOf(last.reveal.content);
  for (const entry of grades)
    if (entry.type === "correct" && entry.seq > last.seq)
      for (const name of sealedFields) texts[name] = entry.changes[name]?.[1] ?? texts[name];
  return texts;
}

export function textsOf(content: SealedContent): Partial<Record<ChangedField, string>> {
  return Object.fromEntries(
    sealedFields.flatMap((name) => (content[name] === undefined ? [] : [[name, String(content[name])]])),
  );
}

/** True if a known value changes. To fill in unknown values needs no reason. */
export function isKnownChanged(changes: Changes, before: GradeFields | null, after: GradeFields | null): boolean {
  if (Object.values(changes).some(([old]) => old !== "")) return true;
  return (
    before !== null && (before.outcome !== after?.outcome || before.units !== after.units || before.by !== after.by)
  );
}

/** True while the ledger has no verdict of an imported pick: it does not know one from before the ledger. */
export function isFirstOfImport({ isImport, grades }: PickHistory): boolean {
  return isImport && !grades.some(hasVerdict);
}

function isSameChange(one: Changes[ChangedField], other: Changes[ChangedField]): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}
