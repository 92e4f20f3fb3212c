/** The one way in which the ledger writes and hashes values. Pure; the same on the server, in browsers and on the command line. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The predecessor of the first entry. */
export const noHash = "0".repeat(64);

// One for all: new ones for each text take longer than to hash it.
const utf8 = new TextEncoder();
const ascii = new Uint8Array(2048);
const needsNoEscape = /^[ !#-[\]-~]*$/;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * JSON with keys sorted by code unit, nested ones too, and without blanks. A key with the value undefined is left out.
 * Throws a TypeError for lone surrogates, for numbers other than safe integers, and for what is no text, number, list or
 * plain object.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return textJson(value);
  if (typeof value === "number") return integerJson(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (isPlainObject(value)) return objectJson(value);
  throw new TypeError("The ledger holds only texts, integers, lists and objects.");
}

/** SHA-256 of the UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8Of(text)));
}

/** Valid until the next call. Almost all texts are short ASCII, for which browsers' encoders are slow. */
function utf8Of(text: string): Uint8Array {
  if (text.length > ascii.length) return utf8.encode(text);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return utf8.encode(text);
    ascii[index] = code;
  }
  return ascii.subarray(0, text.length);
}

/** The hash of an entry: of its predecessor's hash and its own canonical JSON without `hash`. */
export function hashOf(previousHash: string, canonicalEntry: string): string {
  return sha256Hex(`${previousHash}\n${canonicalEntry}`);
}

/** The digest that seals a content: `salt` is 64 hex digits. */
export function digestOf(salt: string, canonicalContent: string): string {
  return sha256Hex(`${salt}\n${canonicalContent}`);
}

/** The canonical JSON of `{}` or of what JSON.parse returns. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** JSON.stringify escapes exactly what the format says, once there is no lone surrogate. */
function textJson(text: string): string {
  if (needsNoEscape.test(text)) return `"${text}"`;
  if (loneSurrogate.test(text)) throw new TypeError("A text has half of a character (a lone surrogate).");
  return JSON.stringify(text);
}

function integerJson(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number within 2^53.`);
  return String(value);
}

function objectJson(value: Readonly<Record<string, unknown>>): string {
  let fields = "";
  // sort() compares by code unit by default.
  for (const name of Object.keys(value).sort()) {
    const held = value[name];
    if (held !== undefined) fields += `${fields === "" ? "" : ","}${textJson(name)}:${canonicalJson(held)}`;
  }
  return `{${fields}}`;
}
