/**
 * A cached document has placeholders for what differs per member or minute: the name in the bar, the session's id in the
 * page data, the time for a printed page. The style sheet has one as well, so that it is not kept with every document.
 */
import { randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { escapeHtml } from "../html-escape.ts";

interface Root {
  now: string;
  person: { name: string; initial: string; reader: string; money?: unknown };
}

interface Handoff {
  state: { loaderData: Readonly<Record<string, unknown>> | null };
}

// Random, so that user content can't contain a placeholder.
const secret = randomBytes(16).toString("hex");
const anyPlaceholder = new RegExp(`${secret}-(\\w+)-`, "g");
const placeholder = (place: string) => `${secret}-${place}-`;

export const noncePlaceholder = placeholder("nonce");
export const sheetPlaceholder = placeholder("sheet");

export function withPlaceholders(context: EntryContext): EntryContext {
  const { root } = context.staticHandlerContext.loaderData;
  if (!hasPerson(root)) return context;
  const now = placeholder("now");
  const rendered = {
    ...root,
    now,
    person: { ...root.person, name: placeholder("name"), initial: placeholder("initial") },
  };
  const handedOver = {
    ...root,
    now,
    person: {
      ...root.person,
      name: placeholder("nameInData"),
      initial: placeholder("initialInData"),
      reader: placeholder("readerInData"),
    },
  };
  return withRootData(context, rendered, handedOver);
}

/** Replaces the root's data, both in what React renders and in the handoff to the browser. */
export function withRootData(context: EntryContext, rendered: unknown, handedOver = rendered): EntryContext {
  const { staticHandlerContext, serverHandoffString = "{}" } = context;
  const handoff: Handoff = JSON.parse(serverHandoffString);
  const state = { ...handoff.state, loaderData: { ...handoff.state.loaderData, root: handedOver } };
  return {
    ...context,
    staticHandlerContext: {
      ...staticHandlerContext,
      loaderData: { ...staticHandlerContext.loaderData, root: rendered },
    },
    serverHandoffString: scriptText({ ...handoff, state }),
  };
}

/** The loader data without what has placeholders. */
export function sharedData({ staticHandlerContext: { loaderData } }: EntryContext): unknown {
  const { root } = loaderData;
  return hasPerson(root)
    ? { ...loaderData, root: { ...root, now: "", person: { ...root.person, name: "", initial: "", reader: "" } } }
    : loaderData;
}

export function fillPlaceholders(
  html: string,
  { staticHandlerContext: { loaderData } }: EntryContext,
  nonce: string,
  sheet: string,
): string {
  const {
    now,
    person: { name, initial, reader },
  } = hasPerson(loaderData.root) ? loaderData.root : { now: "", person: { name: "", initial: "", reader: "" } };
  const inData = (text: string) => scriptText(text).slice(1, -1);
  const values: Readonly<Record<string, string>> = {
    nonce,
    sheet,
    now,
    name: escapeHtml(name),
    initial: escapeHtml(initial),
    nameInData: inData(name),
    initialInData: inData(initial),
    readerInData: inData(reader),
  };
  return html.replace(anyPlaceholder, (_match, place: string) => values[place] ?? "");
}

/** Whether it is the page of somebody who is signed in. */
export function hasMember({ staticHandlerContext }: EntryContext): boolean {
  return hasPerson(staticHandlerContext.loaderData.root);
}

export function hasPerson(root: unknown): root is Root {
  return typeof root === "object" && root !== null && "person" in root && root.person !== null;
}

/** JSON that is safe inside a script element. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    /[&<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
