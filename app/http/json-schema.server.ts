/** JSON Schema of what the API takes and answers, by zod. */
import { z } from "zod";

export type Schema = z.core.JSONSchema.BaseSchema;

/** A schema's input. A field is required when the schema refuses its absence. */
export function inputOf(schema: z.ZodType): Schema {
  return bare(
    z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const usual = usualOf(zodSchema);
        if (usual !== undefined) jsonSchema.default = usual;
        if (!(zodSchema instanceof z.ZodObject)) return;
        jsonSchema.required = Object.entries(zodSchema.shape)
          .filter(([, field]) => !z.safeParse(field, undefined).success)
          .map(([name]) => name);
        if (jsonSchema.required.length === 0) delete jsonSchema.required;
      },
    }),
  );
}

/** A field's default. zod leaves it out where the value is transformed. */
function usualOf(field: z.core.$ZodTypes): unknown {
  return field instanceof z.ZodDefault ? field.def.defaultValue : z.globalRegistry.get(field)?.default;
}

/** A body may have null for an empty field, as the API's answers do; a query can't. */
export function withNulls(schema: Schema, input: z.ZodType): Schema {
  // A preprocessed object.
  if (input instanceof z.ZodPipe) return eachWithNulls(schema, input.out);
  if (input instanceof z.ZodUnion)
    return { ...schema, anyOf: schema.anyOf?.map((each, index) => eachWithNulls(each, input.options[index])) };
  if (!(input instanceof z.ZodObject) || !schema.properties) return schema;
  const takesNull = (name: string) => z.safeParse(input.shape[name], null).success;
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    typeof property === "object" && takesNull(name) ? { anyOf: [property, { type: "null" }] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function eachWithNulls(schema: Schema, input: unknown): Schema {
  return input instanceof z.ZodType ? withNulls(schema, input) : schema;
}

export function outputOf(shape: z.ZodType): Schema {
  return bare(z.toJSONSchema(shape));
}

function bare({ $schema: _, ...schema }: Schema): Schema {
  return schema;
}

export function without(schema: Schema, fields: readonly string[]): Schema {
  if (!schema.properties) return schema;
  const kept = Object.entries(schema.properties).filter(([name]) => !fields.includes(name));
  const required = schema.required?.filter((name) => !fields.includes(name));
  return { ...schema, properties: Object.fromEntries(kept), ...(required && { required }) };
}

export function isNeeded({ properties = {}, required }: Schema): boolean {
  return required !== undefined || Object.keys(properties).length === 0;
}

export function isEmpty({ properties, anyOf, additionalProperties }: Schema): boolean {
  return anyOf === undefined && additionalProperties === undefined && Object.keys(properties ?? {}).length === 0;
}

export function rowsIn({ properties = {} }: Schema): Schema {
  const { rows } = properties;
  return typeof rows === "object" ? rows : {};
}
