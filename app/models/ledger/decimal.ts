/** Decimals as the ledger writes them: "1.5", "-3.5", "61.5", "0". Pure. */

const plain = /^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
/** Texts up to this length stay the same when they become a number and a text again. */
const exactLength = 15;

/**
 * Writes all digits of a number, without needless zeros or an exponent, and never "-0". Throws a RangeError for NaN and
 * infinity.
 */
export function decimalText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError("Only finite numbers have a decimal text.");
  const [digits = "", exponent] = String(Math.abs(value)).split("e");
  const size = exponent === undefined ? digits : withoutExponent(digits.replace(".", ""), Number(exponent));
  return value < 0 ? `-${size}` : size;
}

/** The inverse of decimalText: returns null for a text that it does not write. */
export function readDecimal(text: string): number | null {
  if (!plain.test(text)) return null;
  const value = Number(text);
  if (text.length <= exactLength) return value;
  return Number.isFinite(value) && decimalText(value) === text ? value : null;
}

/** JavaScript writes an exponent from 1e21 on and below 1e-6; no number has more than 17 digits. */
function withoutExponent(digits: string, exponent: number): string {
  return exponent > 0 ? digits.padEnd(exponent + 1, "0") : `0.${"0".repeat(-exponent - 1)}${digits}`;
}
