/** What a person chose about the columns of a table: the form's fields, and what is kept for the next such table. */
import { z } from "zod";
import { fixedFields, fixedName } from "./import.ts";
import { importFields } from "./columns.ts";

const choicesShape = z.object({
  /** By the column's place; '' = not used. */
  fields: z.record(z.string(), z.enum(["", ...importFields])),
  /** By the column's place, then by the question's id. */
  answers: z.record(z.string(), z.record(z.string(), z.string())),
  fixed: z.partialRecord(z.enum(fixedFields), z.string()),
});
export type Choices = z.output<typeof choicesShape>;

const kept = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(choicesShape);

/** What `JSON.stringify` made of choices; null when this version of the program knows other fields. */
export function choicesFrom(text: string): Choices | null {
  return kept.safeParse(text).data ?? null;
}

/** The choices in a form, with the names of import.ts. Null for a form that had no columns to choose. */
export function choicesIn(form: Readonly<Record<string, string>>): Choices | null {
  const found = { fields: new Map<string, string>(), answers: new Map<string, Map<string, string>>() };
  for (const [name, value] of Object.entries(form)) {
    const [kind, place = "", ...question] = name.split(".");
    if (kind === "column") found.fields.set(place, value);
    if (kind === "answer" && value !== "")
      found.answers.set(place, (found.answers.get(place) ?? new Map<string, string>()).set(question.join("."), value));
  }
  if (found.fields.size === 0) return null;
  const answers = [...found.answers].map(([place, given]) => [place, Object.fromEntries(given)] as const);
  return (
    choicesShape.safeParse({
      fields: Object.fromEntries(found.fields),
      answers: Object.fromEntries(answers),
      fixed: Object.fromEntries(fixedFields.map((field) => [field, form[fixedName(field)] ?? ""])),
    }).data ?? null
  );
}
