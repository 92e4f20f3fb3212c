/** Stakes and results: units, or money that is divided by the value of a unit. Pure. */
import { formatNumber, rounded } from "../../format.ts";
import { type Amount, amountOf, valueOf } from "./amounts.ts";
import {
  type Cell,
  type ColumnReading,
  type Decision,
  type Question,
  type Reader,
  type ReaderOptions,
  ask,
  quoted,
  readAs,
  readCells,
  waiting,
} from "./column.ts";
import { type DecimalSign, decimalSignOf, notNumber } from "./numbers.ts";

/** Reads stakes such as "1.5u", "2 units", "1½" and "$125.00" as units. */
export const readStakes: Reader = (cells, options) =>
  readUnits(cells, options, (units) => (units < 0 ? "A stake can't be below 0." : null));

/** Reads results such as "+1.82u", "(1.00)" and "-$50" as units won, below 0 as units lost. */
export const readProfits: Reader = (cells, options) => readUnits(cells, options, () => null);

/** People seldom risk or win more units than this on one bet. */
const mostUsualUnits = 20;

type Problem = (units: number) => string | null;

function readUnits(cells: readonly string[], options: ReaderOptions, problemOf: Problem): ColumnReading {
  const amounts = cells.map((text) => amountOf(text));
  const digits = amounts.map((amount) => amount?.digits ?? "");
  const decision = decimalSignOf(digits, options);
  if ("question" in decision)
    return readCells(cells, (text, index) => (amounts[index] ? waiting : notAmount(text)), decision.question);
  const sign = decision.choice;
  const counted = countedBy(amounts, sign, options);
  if ("question" in counted)
    return readCells(cells, (text, index) => (amounts[index] ? waiting : notAmount(text)), counted.question);
  const currency = counted.choice;
  const unitValue = currency === null ? null : unitValueOf(options.answers, currency);
  const question = currency === null || unitValue !== null ? null : unitValueQuestion(currency);
  return readCells(
    cells,
    (text, index) => {
      const amount = amounts[index];
      if (!amount) return notAmount(text);
      const value = valueOf(amount, sign);
      if (value === null) return notNumber(text, sign);
      const cell = unitsOf(text, { value, counts: amount.counts }, { currency, unitValue, header: options.counts });
      return "value" in cell ? checked(cell, problemOf) : cell;
    },
    question,
  );
}

interface Money {
  /** The currency of the column, '' for money that names none; null when it has units only. */
  currency: string | null;
  /** Null while nobody has said it. */
  unitValue: number | null;
  /** See ReaderOptions.counts. */
  header: string;
}

function unitsOf(text: string, amount: { value: number; counts: string }, money: Money): Cell {
  const counts = amount.counts || money.header;
  const isUnits = counts === "unit" || amount.value === 0 || money.currency === null;
  if (isUnits) return readAs(formatNumber(amount.value));
  if (counts === "" && money.currency !== "")
    return {
      problem: `${quoted(text)} may be money or units: other rows have ${money.currency}. Write it with ${money.currency} or u.`,
    };
  if (counts !== money.currency) return { problem: `${quoted(text)} is in another currency than the other rows.` };
  if (money.unitValue === null) return waiting;
  const units = formatNumber(rounded(amount.value / money.unitValue, 2));
  return readAs(units, `${quoted(text)} is ${units}u at ${money.currency}${formatNumber(money.unitValue)} a unit.`);
}

function checked(cell: Cell & { value: string }, problemOf: Problem): Cell {
  const problem = problemOf(Number(cell.value));
  return problem === null ? cell : { problem };
}

/**
 * The most frequent currency; the header's counts for the cells that name nothing. Null when all are units. Asks about
 * numbers that name nothing and are high for units.
 */
function countedBy(
  amounts: readonly (Amount | null)[],
  sign: DecimalSign,
  { answers, counts: header }: ReaderOptions,
): Decision<string | null> {
  const counts = new Map<string, number>();
  for (const amount of amounts) {
    const currency = amount?.counts || (amount && header);
    if (currency && currency !== "unit") counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  if (first) return { choice: first[0] };
  const bare = header === "" ? amounts.filter((amount) => amount?.counts === "") : [];
  const high = bare.find((amount) => amount && Math.abs(valueOf(amount, sign) ?? 0) > mostUsualUnits);
  if (!high) return { choice: null };
  const decision = ask(answers, "amounts", `Is ${high.digits} units or money?`, { unit: "Units", money: "Money" });
  return "question" in decision ? decision : { choice: decision.choice === "money" ? "" : null };
}

/** The answer, as "100", "$100" or "62,50"; null when there is none yet or it is no amount above 0 of this currency. */
function unitValueOf(answers: ReaderOptions["answers"], currency: string): number | null {
  const answer = amountOf(answers.unit_value ?? "");
  if (answer === null || !isOf(answer, currency)) return null;
  const sign = decimalSignOf([answer.digits], { answers: {}, decimalCommas: true });
  const value = "question" in sign ? null : valueOf(answer, sign.choice);
  return value !== null && value > 0 ? value : null;
}

function isOf({ counts }: Amount, currency: string): boolean {
  return counts === "" || counts === currency || (currency === "" && counts !== "unit");
}

function unitValueQuestion(currency: string): Question {
  return { id: "unit_value", text: `How much is one unit${currency && `, in ${currency}`}?`, choices: [] };
}

function notAmount(text: string): Cell {
  return { problem: `${quoted(text)} is neither a number of units nor an amount of money.` };
}
