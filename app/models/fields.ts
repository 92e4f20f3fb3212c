import { z } from "zod";
import { parseCalendarDate } from "./calendar-date.ts";

/** zod pieces that forms, queries and JSON bodies share. Each takes what a browser sends (text) and what JSON sends. */

// C0 but tab and newline, DEL, C1, and halves of surrogate pairs. Built from codes: a control character in a literal is unreadable.
const refusedCharacters = new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]|[\\ud800-\\udfff]", "u");
// The Unicode Consortium's own limit is 30 (UAX #15, stream-safe text). To put thousands in order, as normalising does, takes a time that grows with their square.
const massOfAccents = /\p{M}{31}/u;
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const plain = z
  .string({ error: "Must be text." })
  .refine((text) => !massOfAccents.test(text), "Has too many accents on one letter.")
  .transform((text) => text.replace(/\r\n?/g, "\n").normalize("NFC").trim())
  .refine((text) => !refusedCharacters.test(text), "Contains a character that can't be stored.");

/** One line, trimmed, without control or bidi characters. Absent counts as empty. */
export function textLine(max: number) {
  return z.preprocess(
    (value) => value ?? "",
    plain
      .refine((text) => !/[\n\t\u2028\u2029]/.test(text), "Must be a single line.")
      .transform((text) => text.replace(bidiControls, "").trim())
      .refine((text) => [...text].length <= max, `At most ${max} characters.`),
  ).meta({ maxLength: max });
}

/** Several lines, trimmed at both ends. Absent counts as empty. */
export function textBlock(max: number) {
  return z.preprocess((value) => value ?? "", plain.refine((text) => [...text].length <= max, { error: () => `At most ${max.toLocaleString("en-US")} characters.` })).meta({ maxLength: max });
}

// Not in an address as people write it: what stands around one in mails, as in <a@b.example>, or separates several.
const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/;

/** Lower case, full-width letters as the usual ones and without what nobody sees: two accounts must not look the same. */
export function comparedAddress(text: string): string {
  return text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "").toLowerCase();
}

export const email = textLine(254)
  .transform(comparedAddress)
  .refine((text) => text.length <= 254 && address.test(text), "Enter an email address.").meta({ description: "An email address." });

/** Whether there is something to see in it. Some letters and one symbol, the empty pattern of Braille, are blank. */
export function isVisible(text: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** With something to see in it. */
export const personName = textLine(100).refine(isVisible, "Enter your name.");

/** May be empty; else at least five digits and what people write between them. */
export const phoneNumber = textLine(40).refine((text) => text === "" || /^(?=(?:\D*\d){5})[+\d ()./x-]+$/i.test(text), "Enter a phone number.");

/** For signing in: anything goes, the wrong one is simply wrong. Never trimmed. */
export const presentedPassword = z.string({ error: "Enter your password." }).min(1, "Enter your password.");

/** One of a list, as the exact text. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T, message: string) {
  return z.preprocess((value) => (typeof value === "string" ? value.trim() : (value ?? "")), z.enum(values, { error: message }));
}

interface Bounds {
  min: number;
  max: number;
  decimals: number;
}

/**
 * A decimal number by its digits, or null when empty. A trailing % and blanks around are fine; JSON numbers too.
 * Nothing else is a number: not 1e3, 0x10, NaN, true or "".
 */
export function decimal({ min, max, decimals }: Bounds) {
  return z.preprocess((value) => value ?? "", z.union([z.string(), z.number()], { error: "Must be a number." })).transform((value, issues) => {
    const text = String(value).trim().replace(/(\d\.?)\s*%$/, "$1");
    if (text === "") return null;
    const problem = problemOf(text, { min, max, decimals });
    if (problem === null) return Number(text) + 0;
    issues.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  }).meta({ description: `${min} to ${max}, with at most ${decimals} decimals; a number or its digits.` });
}

/** The same, where empty is refused. */
export function requiredDecimal(bounds: Bounds) {
  return decimal(bounds).transform((value, issues) => {
    if (value !== null) return value;
    issues.addIssue({ code: "custom", message: "Required." });
    return z.NEVER;
  });
}

/** A calendar date as YYYY-MM-DD, '' when empty. */
export const calendarDate = z.preprocess((value) => value ?? "", z.string({ error: "Date input not valid." })).transform((text, issues) => {
  if (text.trim() === "") return "";
  const date = parseCalendarDate(text);
  if (date !== null) return date;
  issues.addIssue({ code: "custom", message: "Date input not valid." });
  return z.NEVER;
}).meta({ description: "MM/DD/YYYY or YYYY-MM-DD; empty for none." });

/** A row's id: a whole number from 1 to 2^53-1, else null, which finds nothing. */
export const id = z.union([z.string(), z.number()], { error: "Must be an ID." }).nullish().transform((value) => wholeNumber(value));

/** The same, where one must be given. */
export const requiredId = z.union([z.string().min(1, "Required."), z.number()], { error: ({ input }) => (input === undefined || input === null ? "Required." : "Must be an ID.") }).transform((value) => wholeNumber(value));

/** The version of a row that a form was filled from; null when absent: then nothing is compared. */
export const versionNumber = z.union([z.string(), z.number()], { error: "Must be the version of the row." }).optional().transform((value, issues) => {
  const version = wholeNumber(value);
  if (version === null && value !== undefined) issues.addIssue({ code: "custom", message: "Must be the version of the row." });
  return version;
}).meta({ description: "The version that was changed; with another one stored, the answer is 409 if there is anything to change." });

/** A page number; nonsense is page 1, the list clamps the rest. */
export const pageNumber = z.preprocess((value) => wholeNumber(value) ?? 1, z.number()).meta({ type: "integer", minimum: 1 });

/** What a list of the API can be asked: at most how many rows, and from which id on, which is the last of the page before. */
export const pageOfRows = z.object({
  limit: z.preprocess((value) => value ?? "100", z.string().refine((text) => (wholeNumber(text) ?? 501) <= 500, "Must be 1 to 500.")).transform(Number).meta({ type: "integer", minimum: 1, maximum: 500, default: 100 }),
  before: z.preprocess((value) => value ?? "", z.string().refine((text) => text === "" || wholeNumber(text) !== null, "Must be an ID.")).transform(wholeNumber).meta({ type: "integer", minimum: 1, description: "The ID of the last row of the previous page." }),
});

/** A whole number from 1 to 2^53-1 by its digits, or as a number; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  // JSON can send an object that can't be made a text.
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value);
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

function problemOf(text: string, { min, max, decimals }: Bounds): string | null {
  const match = /^[+-]?(?:\d{1,12}(?:\.(\d*))?|\.(\d+))$/.exec(text);
  if (!match) return "Must be a number.";
  // Cut, not stripped of its zeros by a pattern: one that ends with $ takes seconds for a long row of them.
  if (/[1-9]/.test((match[1] ?? match[2] ?? "").slice(decimals))) return `At most ${decimals} decimals.`;
  const number = Number(text);
  if (number < min || number > max) return `Must be between ${min} and ${max}.`;
  return null;
}
