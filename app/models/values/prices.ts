/** Prices in American, decimal and fractional form, as American prices. Pure. */
import { withSingleBlanks } from "../../format.ts";
import { formatOdds, withPlainSigns } from "../bets/bet.ts";
import {
  type Cell,
  type Decision,
  type Reader,
  type ReaderOptions,
  ask,
  quoted,
  readAs,
  readCells,
  waiting,
} from "./column.ts";
import { type DecimalSign, decimalSignOf, notNumber, numberOf } from "./numbers.ts";

type Kind = "american" | "decimal";
/** `either`: a number such as 150 is +150 or 150.00. Null: no price. */
type PriceForm = "even" | "fraction" | "either" | Kind | null;

/** The profit on a stake, as a ratio of whole numbers. */
interface Ratio {
  profit: number;
  stake: number;
}

const evens = /^(?:ev|even|evens|even money)$/i;
const fraction = /^(\d{1,6}) ?\/ ?(\d{1,6})$/;
const mostAmerican = 100_000;
const lowestDecimal = 1.01;
const highestDecimal = 1001;

/** Reads "-110", "EVEN", "1.91" and "10/11" as American prices without decimals. */
export const readPrices: Reader = (cells, options) => {
  const texts = cells.map(plainPrice);
  const numbers = texts.map((text) => (fraction.test(text) ? "" : text));
  const signDecision = decimalSignOf(numbers, options);
  if ("question" in signDecision)
    return readCells(
      cells,
      (text, index) => (isUndecided(texts[index] ?? "") ? waiting : priceOf(text, texts[index] ?? "", ".", null)),
      signDecision.question,
    );
  const sign = signDecision.choice;
  const kind = kindOf(texts, sign, options.answers);
  const question = "question" in kind ? kind.question : null;
  return readCells(
    cells,
    (text, index) => priceOf(text, texts[index] ?? "", sign, "choice" in kind ? kind.choice : null),
    question,
  );
};

/** Without the sign "@" before a price and the brackets around it. */
function plainPrice(text: string): string {
  const plain = withPlainSigns(withSingleBlanks(text)).replace(/^@ ?/, "");
  return plain.replace(/^\(([+-]?\d+)\)$/, "$1");
}

/** True for a text that is a number with one decimal sign or the other. */
function isUndecided(text: string): boolean {
  return numberOf(text, ".") !== numberOf(text, ",");
}

function formOf(text: string, sign: DecimalSign): PriceForm {
  if (evens.test(text)) return "even";
  if (fraction.test(text)) return "fraction";
  const number = numberOf(text, sign);
  if (number === null) return null;
  if (/^[+-]/.test(text)) return isAmerican(number) ? "american" : null;
  if (!isAmerican(number)) return isDecimal(number) ? "decimal" : null;
  return isDecimal(number) ? "either" : "american";
}

/** Decides what a number such as 150 is in this column: American, unless other rows have decimal prices. */
function kindOf(texts: readonly string[], sign: DecimalSign, answers: ReaderOptions["answers"]): Decision<Kind> {
  const forms = texts.map((text) => formOf(text, sign));
  const either = texts[forms.indexOf("either")];
  if (either === undefined || !forms.includes("decimal")) return { choice: "american" };
  return ask(answers, "price_kind", `Which kind of price is ${quoted(either)}?`, {
    american: `American: it wins ${either} on a stake of 100`,
    decimal: `Decimal: it pays ${either} for a stake of 1`,
  });
}

/** `kind` is that of numbers such as 150; null while nobody has said it. */
function priceOf(text: string, plain: string, sign: DecimalSign, kind: Kind | null): Cell {
  const form = formOf(plain, sign);
  const number = numberOf(plain, sign);
  if (form === "even") return readAs("100");
  if (form === "fraction") return converted(text, fractionOf(plain));
  if (form === null || number === null) return notPrice(text, number, sign);
  if (form === "either" && kind === null) return waiting;
  const isDecimalPrice = form === "decimal" || (form === "either" && kind === "decimal");
  return isDecimalPrice ? converted(text, decimalRatio(number)) : readAs(String(number));
}

function isAmerican(number: number): boolean {
  return Number.isInteger(number) && Math.abs(number) >= 100 && Math.abs(number) <= mostAmerican;
}

function isDecimal(number: number): boolean {
  return number >= lowestDecimal && number <= highestDecimal;
}

function fractionOf(text: string): Ratio {
  const [, profit, stake] = fraction.exec(text) ?? [];
  return { profit: Number(profit), stake: Number(stake) };
}

/** 1.91 wins 91 on 100. Whole numbers, since 2.005 - 1 is not exactly 1.005. */
function decimalRatio(price: number): Ratio {
  const decimals = String(price).split(".")[1]?.length ?? 0;
  const stake = 10 ** decimals;
  return { profit: Math.round(price * stake) - stake, stake };
}

/** 100 x profit / stake for a profit of at least the stake, else -100 x stake / profit; rounded half away from zero. */
function converted(text: string, { profit, stake }: Ratio): Cell {
  if (profit === 0 || stake === 0) return notPrice(text, null, ".");
  const odds = profit >= stake ? Math.round((100 * profit) / stake) : -Math.round((100 * stake) / profit);
  if (Math.abs(odds) > mostAmerican)
    return { problem: `${quoted(text)} is ${formatOdds(odds)}: a price is within ±${mostAmerican}.` };
  return readAs(String(odds), `${quoted(text)} is ${formatOdds(odds)}.`);
}

function notPrice(text: string, number: number | null, sign: DecimalSign): Cell {
  const isOtherSign = number === null && isUndecided(text);
  if (isOtherSign) return notNumber(text, sign);
  return { problem: `${quoted(text)} is not a price like -110, 1.91 or 10/11.` };
}
