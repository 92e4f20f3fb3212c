/** Numbers with decimal points or decimal commas, and with thousands' separators. Pure. */
import { formatNumber, withSingleBlanks } from "../../format.ts";
import { withPlainSigns } from "../bets/bet.ts";
import {
  type Cell,
  type Decision,
  type Reader,
  type ReaderOptions,
  ask,
  likelier,
  quoted,
  readAs,
  readCells,
  waiting,
} from "./column.ts";

export type DecimalSign = "." | ",";

const styles: Readonly<Record<DecimalSign, { number: RegExp; separators: RegExp }>> = {
  ".": {
    number: /^[+-]?(?:\d+|[1-9]\d{0,2}(?:([, '\u2019])\d{3})(?:\1\d{3})*)?(?:\.\d*)?$/,
    separators: /[, '\u2019]/g,
  },
  ",": {
    number: /^[+-]?(?:\d+|[1-9]\d{0,2}(?:([. '\u2019])\d{3})(?:\1\d{3})*)?(?:,\d*)?$/,
    separators: /[. '\u2019]/g,
  },
};

// Doubles have 15 exact digits.
const mostDigits = 15;

/** Reads "-1,234.50" with "." as the decimal sign, "-1.234,50" with ",". Null for anything else. */
export function numberOf(text: string, sign: DecimalSign): number | null {
  const plain = withPlainSigns(withSingleBlanks(text));
  const { number, separators } = styles[sign];
  const digits = plain.replace(/\D/g, "").length;
  if (digits === 0 || digits > mostDigits || !number.test(plain)) return null;
  // 0 is added because "-0" would be -0.
  return Number(plain.replace(separators, "").replace(",", ".")) + 0;
}

/**
 * Decides the decimal sign for a column. Numbers such as "1.91" and "1.234,50" have one reading and decide for the
 * others; the more frequent sign wins. Asks when only numbers such as "1,234" are left and a comma may be decimal.
 */
export function decimalSignOf(
  texts: readonly string[],
  { answers, decimalCommas }: Pick<ReaderOptions, "answers" | "decimalCommas">,
): Decision<DecimalSign> {
  const readings = texts.map((text) => ({ point: numberOf(text, "."), comma: numberOf(text, ",") }));
  const points = readings.filter(({ point, comma }) => point !== null && comma === null).length;
  const commas = readings.filter(({ point, comma }) => point === null && comma !== null).length;
  const sign = likelier<DecimalSign>([".", points], [",", commas]);
  if (sign !== null) return { choice: sign };
  const index = readings.findIndex(({ point, comma }) => point !== comma);
  if (index === -1 || (points === 0 && !decimalCommas)) return { choice: "." };
  return ask(answers, "decimal_sign", `Which sign is before the decimals, as in ${quoted(texts[index] ?? "")}?`, {
    ".": "A point, as in 1,234.50",
    ",": "A comma, as in 1.234,50",
  });
}

const pickem = /^(?:pk|pick|pick'?em|pk'?em)$/i;

/** Reads lines in points, as numbers with a decimal point. A pick'em is "PK", which our import takes. */
export const readLines: Reader = (cells, options) => {
  const decision = decimalSignOf(cells, options);
  const question = "question" in decision ? decision.question : null;
  return readCells(
    cells,
    (text) => {
      if (pickem.test(text)) return readAs("PK");
      return "question" in decision ? waiting : readNumber(text, decision.choice);
    },
    question,
  );
};

function readNumber(text: string, sign: DecimalSign): Cell {
  const number = numberOf(text, sign);
  return number === null ? notNumber(text, sign) : readAs(formatNumber(number));
}

/** The problem of a text that is no number with this decimal sign. */
export function notNumber(text: string, sign: DecimalSign): Cell {
  const isOther = numberOf(text, sign === "." ? "," : ".") !== null;
  if (!isOther) return { problem: `${quoted(text)} is not a number.` };
  return { problem: `${quoted(text)} is not a number with a decimal ${sign === "." ? "point" : "comma"}.` };
}
