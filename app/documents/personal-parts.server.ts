/** Members are shown the same page but for their name in the bar and the mark of their session in its data. A kept document has marks there. */
import { randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { escapeHtml } from "../html-escape.ts";

interface Reader {
  name: string;
  initial: string;
  reader: string;
}

interface Handoff {
  state: { loaderData: Readonly<Record<string, unknown>> | null };
}

// Nobody can know it, and write it into a page's content.
const secret = randomBytes(16).toString("hex");
const anyMark = new RegExp(`${secret}-(\\w+)-`, "g");
const mark = (place: string) => `${secret}-${place}-`;

/** In place of the nonce of an answer. */
export const nonceMark = mark("nonce");

/** The page as anybody is shown it, with marks in place of its reader. */
export function forAnyReader(context: EntryContext): EntryContext {
  const { root } = context.staticHandlerContext.loaderData;
  if (!hasPerson(root)) return context;
  const rendered = { ...root, person: { ...root.person, name: mark("name"), initial: mark("initial") } };
  const handedOver = { ...root, person: { ...root.person, name: mark("nameInData"), initial: mark("initialInData"), reader: mark("readerInData") } };
  return withRootData(context, rendered, handedOver);
}

/** The same page with other data of the root, in what React renders and in what goes to the browser with the page. */
export function withRootData(context: EntryContext, rendered: unknown, handedOver = rendered): EntryContext {
  const { staticHandlerContext, serverHandoffString = "{}" } = context;
  const handoff: Handoff = JSON.parse(serverHandoffString);
  const state = { ...handoff.state, loaderData: { ...handoff.state.loaderData, root: handedOver } };
  return {
    ...context,
    staticHandlerContext: { ...staticHandlerContext, loaderData: { ...staticHandlerContext.loaderData, root: rendered } },
    serverHandoffString: scriptText({ ...handoff, state }),
  };
}

/** What the loaders gave, but for what `forAnyReader` marks. */
export function sharedData({ staticHandlerContext: { loaderData } }: EntryContext): unknown {
  const { root } = loaderData;
  return hasPerson(root) ? { ...loaderData, root: { ...root, person: { ...root.person, name: "", initial: "", reader: "" } } } : loaderData;
}

/** The document for this reader and this answer. */
export function fillMarks(html: string, { staticHandlerContext: { loaderData } }: EntryContext, nonce: string): string {
  const { name, initial, reader } = hasPerson(loaderData.root) ? loaderData.root.person : { name: "", initial: "", reader: "" };
  const inData = (text: string) => scriptText(text).slice(1, -1);
  const fillings: Readonly<Record<string, string>> = { nonce, name: escapeHtml(name), initial: escapeHtml(initial), nameInData: inData(name), initialInData: inData(initial), readerInData: inData(reader) };
  return html.replace(anyMark, (_mark, place: string) => fillings[place] ?? "");
}

function hasPerson(root: unknown): root is { person: Reader } {
  return typeof root === "object" && root !== null && "person" in root && root.person !== null;
}

/** A value as it may stand in a script of the page. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
