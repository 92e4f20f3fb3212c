/** Confidence as a fraction (0.615) or in percent (61.5 or 61.5%), in percent. Pure. */
import { formatNumber, rounded } from "../../format.ts";
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

type Scale = "fraction" | "percent";

/** As many as our import takes. */
const mostDecimals = 6;

const percentSign = / ?%$/;

/** Reads confidences as percents without a sign. Numbers without "%" are fractions when none of them is above 1. */
export const readConfidences: Reader = (cells, options) => {
  const numbers = cells.map((text) => text.trim().replace(percentSign, ""));
  const signDecision = decimalSignOf(numbers, options);
  if ("question" in signDecision) return readCells(cells, () => waiting, signDecision.question);
  const sign = signDecision.choice;
  const scale = scaleOf(cells, sign, options.answers);
  return readCells(
    cells,
    (text) => confidenceOf(text, sign, "choice" in scale ? scale.choice : null),
    "question" in scale ? scale.question : null,
  );
};

/** Asks when the numbers are 0 and 1 only: a 1 is 100 % or 1 %. */
function scaleOf(cells: readonly string[], sign: DecimalSign, answers: ReaderOptions["answers"]): Decision<Scale> {
  const bare = cells.map((text) => numberOf(text, sign)).filter((number) => number !== null);
  if (bare.some((number) => number > 1)) return { choice: "percent" };
  if (bare.some((number) => number > 0 && number < 1)) return { choice: "fraction" };
  if (!bare.includes(1)) return { choice: "percent" };
  return ask(answers, "confidence_scale", "How sure is a confidence of 1?", { fraction: "100 %", percent: "1 %" });
}

/** `scale` is that of numbers without "%"; null while nobody has said it. */
function confidenceOf(text: string, sign: DecimalSign, scale: Scale | null): Cell {
  const plain = text.replace(percentSign, "");
  const number = numberOf(plain, sign);
  if (number === null) return notNumber(text, sign);
  const isBare = plain === text;
  if (isBare && scale === null && number !== 0) return waiting;
  if (isBare && scale === "percent" && number > 0 && number < 1)
    return { problem: `${quoted(text)} may be a fraction or a percentage: other rows have percentages.` };
  const isFraction = isBare && scale === "fraction";
  const percent = rounded(isFraction ? number * 100 : number, mostDecimals);
  if (percent < 0 || percent > 100) return { problem: `${quoted(text)} is not a confidence of 0 to 100 %.` };
  return readAs(formatNumber(percent), isFraction ? `${quoted(text)} is ${formatNumber(percent)}%.` : null);
}
