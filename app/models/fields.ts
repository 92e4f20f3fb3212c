import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { parseCalendarDate } from "../time/calendar-date.ts";

// Matches C0 except tab and newline, DEL, C1 and lone surrogates. Written as codes, because control characters in a
// literal are unreadable.
const refusedCharacters = new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]|[\\ud800-\\udfff]", "u");
// Unicode's own limit is 30 (UAX #15, stream-safe text). Normalising thousands of accents takes quadratic time.
const tooManyAccents = /\p{M}{31}/u;
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const plain = z
  .string({ error: "Must be text." })
  .refine((text) => !tooManyAccents.test(text), "Has too many accents on one letter.")
  .transform((text) => text.replace(/\r\n?/g, "\n").normalize("NFC").trim())
  .refine((text) => !refusedCharacters.test(text), "Contains a character that can't be stored.");

/** Trims the text, refuses control characters and removes bidi characters. An absent field counts as empty. */
export function textLine(max: number) {
  return z
    .preprocess(
      (value) => value ?? "",
      plain
        .refine((text) => !/[\n\t\u2028\u2029]/.test(text), "Must be a single line.")
        .transform((text) => text.replace(bidiControls, "").trim())
        .refine((text) => [...text].length <= max, `At most ${max} characters.`),
    )
    .meta({ maxLength: max });
}

export function textBlock(max: number) {
  return z
    .preprocess(
      (value) => value ?? "",
      plain.refine((text) => [...text].length <= max, {
        error: () => `At most ${max.toLocaleString("en-US")} characters.`,
      }),
    )
    .meta({ maxLength: max });
}

// Excludes characters that surround or separate addresses in mail headers, as in <a@b.example>.
const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/;

/** Makes the email lower case and NFKC and removes invisible characters: two accounts must not look the same. */
export function normaliseEmail(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
}

export const email = textLine(254)
  .transform(normaliseEmail)
  .refine((text) => text.length <= 254 && address.test(text), "Enter an email address.")
  .meta({ description: "An email address." });

/** False for a text with blank characters only. Some letters and one symbol, the empty Braille pattern, are blank. */
export function isVisible(text: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

export const personName = textLine(100).refine(isVisible, "Enter your name.");

export const phoneNumber = textLine(40).refine(
  (text) => text === "" || /^(?=(?:\D*\d){5})[+\d ()./x-]+$/i.test(text),
  "Enter a phone number.",
);

/** A password at sign-in: any text, never trimmed. */
export const presentedPassword = z.string({ error: "Enter your password." }).min(1, "Enter your password.");

/**
 * For a text that is only looked up: one with a NUL becomes '', which finds no row. No stored text has a NUL, and
 * PostgreSQL refuses a query with one.
 */
export function findable(text: string): string {
  return text.includes("\0") ? "" : text;
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T, message: string) {
  return z.preprocess(
    (value) => (typeof value === "string" ? value.trim() : (value ?? "")),
    z.enum(values, { error: message }),
  );
}

interface Bounds {
  min: number;
  max: number;
  decimals: number;
}

/** Null when empty. Accepts JSON numbers, a trailing % and blanks around; refuses 1e3, 0x10, NaN and true. */
export function decimal({ min, max, decimals }: Bounds) {
  return z
    .preprocess((value) => value ?? "", z.union([z.string(), z.number()], { error: "Must be a number." }))
    .transform((value, issues) => {
      const text = String(value)
        .trim()
        .replace(/(\d\.?)\s*%$/, "$1");
      if (text === "") return null;
      const problem = problemOf(text, { min, max, decimals });
      if (problem === null) return Number(text) + 0;
      issues.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    })
    .meta({ description: `${min} to ${max}, with at most ${decimals} decimals; a number or its digits.` });
}

export function requiredDecimal(bounds: Bounds, missing: string) {
  return decimal(bounds).transform((value, issues) => {
    if (value !== null) return value;
    issues.addIssue({ code: "custom", message: missing });
    return z.NEVER;
  });
}

/** Gives YYYY-MM-DD, or '' when empty. */
export const calendarDate = z
  .preprocess((value) => value ?? "", z.string({ error: "Date input not valid." }))
  .transform((text, issues) => {
    if (text.trim() === "") return "";
    const date = parseCalendarDate(text);
    if (date !== null) return date;
    issues.addIssue({ code: "custom", message: "Date input not valid." });
    return z.NEVER;
  })
  .meta({ description: "MM/DD/YYYY or YYYY-MM-DD; empty for none." });

/** 1 to 2^53-1; anything else becomes null, which finds no row. */
export const id = z
  .union([z.string(), z.number()], { error: "Must be an ID." })
  .nullish()
  .transform((value) => wholeNumber(value));

export const requiredId = z
  .union([z.string().min(1, "Required."), z.number()], {
    error: ({ input }) => (input === undefined || input === null ? "Required." : "Must be an ID."),
  })
  .transform((value) => wholeNumber(value));

/** The row version that a form was filled from. Null when absent: then nothing checks for a conflict. */
export const versionNumber = z
  .union([z.string(), z.number()], { error: "Must be the version of the row." })
  .optional()
  .transform((value, issues) => {
    const version = wholeNumber(value);
    if (version === null && value !== undefined)
      issues.addIssue({ code: "custom", message: "Must be the version of the row." });
    return version;
  })
  .meta({
    description: "The version that the change is based on. If another version is stored, a change is refused with 409.",
  });

export const pageNumber = z
  .preprocess((value) => wholeNumber(value) ?? 1, z.number())
  .meta({ type: "integer", minimum: 1 });

/** The number of rows per page: 1 to 500, `usual` when absent. */
export function rowLimit(usual: number) {
  return z
    .preprocess(
      (value) => value ?? String(usual),
      z.string().refine((text) => (wholeNumber(text) ?? 501) <= 500, "Must be 1 to 500."),
    )
    .transform(Number)
    .meta({ type: "integer", minimum: 1, maximum: 500, default: usual });
}

export const pageOfRows = z.object({
  limit: rowLimit(100),
  before: z
    .preprocess(
      (value) => value ?? "",
      z.string().refine((text) => text === "" || wholeNumber(text) !== null, "Must be an ID."),
    )
    .transform(wholeNumber)
    .meta({ type: "integer", minimum: 1, description: "The ID of the last row of the previous page." }),
});

/** 1 to 2^53-1, as digits or as a number; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  // String() throws for some objects that JSON can send.
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value);
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

function problemOf(text: string, { min, max, decimals }: Bounds): string | null {
  const match = /^[+-]?(?:\d{1,12}(?:\.(\d*))?|\.(\d+))$/.exec(text);
  if (!match) return "Must be a number.";
  // A pattern that strips zeros and ends with $ would take seconds on a long row of zeros.
  if (/[1-9]/.test((match[1] ?? match[2] ?? "").slice(decimals)))
    return decimals === 0 ? "Must be a whole number." : `At most ${decimals} decimals.`;
  const number = Number(text);
  if (number < min || number > max) return `Must be between ${min} and ${max}.`;
  return null;
}

/** A box that confirms what was asked: true for "yes". */
export const tickedYes = z
  .unknown()
  .optional()
  .transform((value) => value === "yes")
  .meta({ type: "string" });

/** The last part of a page's address, such as "remove"; null without one. Refuses with "not-found" an unknown one. */
export function stepIn<Step extends string>(steps: readonly Step[], given: string): Step;
export function stepIn<Step extends string>(steps: readonly Step[], given: string | undefined): Step | null;
export function stepIn<Step extends string>(steps: readonly Step[], given: string | undefined): Step | null {
  if (given === undefined) return null;
  const step = steps.find((each) => each === given);
  if (step === undefined) throw new Refusal("not-found", "There is nothing at this address.");
  return step;
}
