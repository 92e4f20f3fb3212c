/** Checks the API's answers against its OpenAPI description. */
import { type ValidateFunction, Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { App, Client } from "../app/app.ts";

export type Schema = {
  [word: string]: unknown;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: unknown;
};
interface Content {
  headers?: Record<string, unknown>;
  content?: { "application/json": { schema: Schema } };
}
interface Described {
  operationId: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { $ref?: string }>;
  "x-roles"?: string[];
}
export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Content>;
    securitySchemes: Record<string, unknown>;
  };
}

export interface Called {
  call: string;
  status: number;
}

interface Sent {
  as: Client;
  id?: number | string;
  query?: string;
  body?: unknown;
  status: number;
}

export class Reader {
  readonly description: Description;
  readonly made: Called[] = [];
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #validators = new Map<Schema, ValidateFunction>();

  constructor(description: Description) {
    this.description = description;
  }

  static async of(app: App): Promise<Reader> {
    return new Reader(await (await app.client().get("/api/openapi.json")).json());
  }

  get calls(): { call: string; method: string; path: string; described: Described }[] {
    return Object.entries(this.description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, described]) => {
        const method = name.toUpperCase();
        return { call: `${method} ${path}`, method, path, described };
      }),
    );
  }

  async call(call: string, { as, id = "", query = "", body, status }: Sent): Promise<Response> {
    const { method, path, described } = this.#find(call);
    const answer = await as.call(method, path.replace(/\{\w+\}/, String(id)) + query, body);
    const text = await answer.clone().text();
    expect([call, answer.status, text], text).toEqual([call, status, text]);
    this.check(call, answer, JSON.parse(text));
    const bodySchema = described.requestBody?.content?.["application/json"].schema;
    if (answer.ok && bodySchema && (body !== undefined || described.requestBody?.required))
      expect(this.problems(bodySchema, body), call).toEqual([]);
    return answer;
  }

  /** Expects the answer to match the description, and not to match it with an extra field. */
  check(call: string, { status }: Response, body: unknown): void {
    const schema = this.schemaOf(call, status);
    expect(this.problems(schema, body), `${call} ${status}`).toEqual([]);
    if (!call.endsWith("/openapi.json"))
      for (const leaking of withLeak(body))
        expect(this.problems(schema, leaking), `${call} ${status} with a leak`).not.toEqual([]);
    this.made.push({ call, status });
  }

  schemaOf(call: string, status: number): Schema {
    const response = this.#find(call).described.responses[status];
    const name = response?.$ref?.replace("#/components/responses/", "");
    const schema = (name === undefined ? response : this.description.components.responses[name])?.content?.[
      "application/json"
    ].schema;
    if (!schema) throw new Error(`${call} describes no ${status}`);
    return schema;
  }

  problems(schema: Schema, value: unknown): string[] {
    const validate =
      this.#validators.get(schema) ?? this.#ajv.compile({ ...schema, components: this.description.components });
    this.#validators.set(schema, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  #find(call: string) {
    const found = this.calls.find((one) => one.call === call);
    if (!found) throw new Error(`${call} is not described`);
    return found;
  }
}

function withLeak(value: unknown): unknown[] {
  const leak = { password_hash: "leaked" };
  if (!Array.isArray(value)) return [{ ...Object(value), ...leak }];
  return typeof value[0] === "object" ? [[{ ...value[0], ...leak }]] : [];
}
