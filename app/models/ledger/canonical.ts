/**
 * Writes and hashes the ledger's values in their one canonical form. Pure; the same on the server, in browsers and on
 * the command line.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Stands for the hash of a predecessor in the first entry. */
export const noHash = "0".repeat(64);

// The encoder and the buffer are shared: creating new ones for each text takes longer than hashing it.
const utf8 = new TextEncoder();
const ascii = new Uint8Array(2048);
const needsNoEscape = /^[ !#-[\]-~]*$/;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Writes JSON without blanks and with keys sorted by code unit, also in nested objects. Leaves out keys with the value
 * undefined. Throws a TypeError for lone surrogates, for numbers that are not safe integers, and for any value that is
 * not a text, number, list or plain object.
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

/** The result is valid until the next call. Almost all texts are short ASCII, for which browsers' encoders are slow. */
function utf8Of(text: string): Uint8Array {
  if (text.length > ascii.length) return utf8.encode(text);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return utf8.encode(text);
    ascii[index] = code;
  }
  return ascii.subarray(0, text.length);
}

/** Hashes the predecessor's hash and the entry's canonical JSON without `hash`. */
export function hashOf(previousHash: string, canonicalEntry: string): string {
  return sha256Hex(`${previousHash}\n${canonicalEntry}`);
}

/** The digest that seals a content: `salt` is 64 hex digits. */
export function digestOf(salt: string, canonicalContent: string): string {
  return sha256Hex(`${salt}\n${canonicalContent}`);
}

/** True for an object like `{}` or one that JSON.parse returns. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Without lone surrogates, JSON.stringify escapes exactly what the format says. */
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
