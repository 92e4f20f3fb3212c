/** A pick's fields as people write them in the form and as programs send them. */
import { z } from "zod";
import { type ExtraField, extrasOf } from "../bets/text-extras.ts";
import { sports } from "../bets/sports.ts";
import { id, oneOf } from "../fields.ts";
import { type LoneField, readAlone } from "../values/field-readers.ts";
import { pickFields, stakeSoFar } from "./pick-input.server.ts";

const { shape } = pickFields;

/** Takes also values in other forms, where they can mean one thing only: "1.5u", "1.91", "10/11", "CFB". */
export const writtenFields = pickFields.extend({
  sport: asWritten("sport", shape.sport),
  tag: asWritten("tag", shape.tag),
  sim_confidence: asWritten("sim_confidence", shape.sim_confidence),
  unit_size: asWritten("unit_size", shape.unit_size),
  closing_odds: asWritten("closing_odds", shape.closing_odds),
  units_result: asWritten("units_result", shape.units_result),
  odds: asWritten("odds", shape.odds),
});

/** The fields that a reading depends on. All are optional: the form is still being filled. */
export const readingFields = writtenFields
  .pick({
    pick: true,
    game: true,
    game_date: true,
    time: true,
    market: true,
    side: true,
    line: true,
    odds: true,
    book: true,
    playable_to: true,
    away: true,
    home: true,
    starts_at: true,
  })
  .partial()
  .extend({
    sport: asWritten("sport", oneOf(["", ...sports], "Choose a sport.")).optional(),
    unit_size: asWritten("unit_size", stakeSoFar).optional(),
    pick_id: id.optional(),
  });

/** Fills a stake, a book and a limit that the pick's own text says into fields that were left empty. */
export function filledFromText<S extends z.ZodType>(schema: S) {
  return z.preprocess((input) => {
    const given = z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
    const pick = shape.pick.safeParse(given.pick).data ?? "";
    return { ...given, ...extrasOf(pick, (field: ExtraField) => isEmpty(given[field])) };
  }, schema);
}

function asWritten<S extends z.ZodType>(field: LoneField, schema: S) {
  const read = (value: unknown) => {
    const isText = typeof value === "string" || typeof value === "number";
    return isText && !schema.safeParse(value).success ? (readAlone(field, String(value)) ?? value) : value;
  };
  return z.preprocess(read, schema);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
