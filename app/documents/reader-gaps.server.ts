/**
 * Two members at the same address are mostly shown the same but for their name in the bar, and the mark of their session in the data. So both are gaps
 * in what is rendered, which each answer fills: the page is then rendered and packed once for all of them.
 */
import { randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import type { Fillings, Gaps } from "./packed-text.server.ts";
import { scriptText } from "./script-text.server.ts";

// Nobody can know what stands for a gap and write it into a page's content.
const [nameMark, initialMark, dataMark] = [newMark(), newMark(), newMark()];

/** In bytes: a longer name is rendered as it is, for its owner alone. */
const nameLength = 24;
const initialLength = 4;
// Of an X-Reader: readerOf in app/session.server.ts.
const readerLength = 16;

export const readerGaps: Gaps = new Map([[nameMark, nameLength], [initialMark, initialLength], [dataMark, dataOf({ name: "", initial: "", reader: "" }).length + initialLength + nameLength + readerLength]]);

// As React writes them.
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

interface Named {
  name: string;
  initial: string;
  reader: string;
}

/** What stands for a gap in a text. */
export function newMark(): string {
  return randomBytes(16).toString("hex");
}

/** What any reader of the same page would be shown, and what fills its gaps for this one. */
export function forAnyReader(context: EntryContext): { context: EntryContext; fillings: Fillings } {
  const { staticHandlerContext, serverHandoffString = "" } = context;
  const root: unknown = staticHandlerContext.loaderData.root;
  const whole = { context, fillings: new Map<string, Buffer>() };
  if (!isRead(root)) return whole;
  const { name, initial, reader } = root.person;
  // The first of all data. None of a person's own words can look like this: in them, quotes are escaped.
  const [start, own] = ['"root":{"person":{', dataOf({ name, initial, reader })];
  const fillings = new Map([[nameMark, escapedForMarkup(name)], [initialMark, escapedForMarkup(initial)], [dataMark, own]].map(([mark = "", text = ""]) => [mark, padded(text, readerGaps.get(mark) ?? 0)]));
  if (!serverHandoffString.includes(start + own) || ![...fillings].every(([mark, { length }]) => length === readerGaps.get(mark))) return whole;
  const person = { ...root.person, name: nameMark, initial: initialMark, reader: "" };
  const loaderData = { ...staticHandlerContext.loaderData, root: { ...root, person } };
  return { context: { ...context, staticHandlerContext: { ...staticHandlerContext, loaderData }, serverHandoffString: serverHandoffString.replace(start + own, start + dataMark) }, fillings };
}

/** As it stands in the data that goes along with the page. */
function dataOf({ name, initial, reader }: Named): string {
  return scriptText({ name, initial, reader }).slice(1, -1);
}

function escapedForMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** With spaces behind it, which neither a browser shows nor the data know. */
function padded(text: string, length: number): Buffer {
  const missing = length - Buffer.byteLength(text);
  return Buffer.from(text + " ".repeat(Math.max(0, missing)));
}

function isRead(root: unknown): root is { person: Named } {
  if (typeof root !== "object" || root === null || !("person" in root)) return false;
  const { person } = root;
  return typeof person === "object" && person !== null && "name" in person && typeof person.name === "string" && "initial" in person && typeof person.initial === "string" && "reader" in person && typeof person.reader === "string";
}
