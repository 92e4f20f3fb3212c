/**
 * The operator's texts as this process knows them. They are read every few seconds and after each save here, so that a
 * page needs no statement for them.
 */
import { type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { memberRole } from "../../policy.ts";
import { price } from "../../price.ts";
import { nameSite, siteName } from "../../site.ts";
import { defaultTextOf } from "./default-texts.ts";
import { type TextName, legalNames } from "./site-texts.ts";

export interface SavedText {
  body: string;
  version: number;
  savedAt: string;
}

let saved: ReadonlyMap<string, SavedText> = new Map();
let hasMembers = false;

const isRealSite = env.NODE_ENV === "production" && !env.DEMO;
const keepsSamples = !isRealSite || env.SAMPLES === "keep";

/** Reads what changed since the last time. */
export async function refreshSite(source: Db = db): Promise<void> {
  const versions = await source.selectFrom("site_texts").select(["name", "version"]).execute();
  const isSame =
    versions.length === saved.size && versions.every((row) => saved.get(row.name)?.version === row.version);
  if (!isSame) {
    const rows = await source.selectFrom("site_texts").select(["name", "body", "version", "saved_at"]).execute();
    saved = new Map(rows.map(({ name, saved_at: savedAt, ...text }) => [name, { ...text, savedAt }]));
    nameSite(savedName());
  }
  if (!hasMembers && missingTexts().length > 0)
    hasMembers =
      (await source.selectFrom("users").select("id").where("role", "=", memberRole).limit(1).executeTakeFirst()) !==
      undefined;
}

export function savedText(name: TextName): SavedText | null {
  return saved.get(name) ?? null;
}

/** What visitors read: the saved text, or the one that the program came with. */
export function currentText(name: TextName): string {
  return saved.get(name)?.body ?? defaultText(name);
}

export function defaultText(name: TextName): string {
  return defaultTextOf(name, env.PAYMENT_MODE === "stripe");
}

/** False once the operator saved a text of their own. */
export function isSampleText(name: TextName): boolean {
  return currentText(name) === defaultText(name);
}

/** `text` with the site's name, price and support address in their places. */
export function filledIn(text: string): string {
  const values: Readonly<Record<string, string>> = { site: siteName(), price, support: supportEmail() };
  return text.replace(/\{(site|price|support)\}/g, (place, name: string) => values[name] ?? place);
}

/** Invented quotes are not shown on a real site until the operator keeps or replaces them. */
export function showsQuotes(): boolean {
  return keepsSamples || saved.has("quotes");
}

/** The legal texts that a new site still waits for; none once it is open. A site that has members stays open. */
export function missingTexts(): TextName[] {
  return keepsSamples || hasMembers ? [] : legalNames.filter((name) => !saved.has(name));
}

export const notOpenYet = "This site is not open yet. Please come back soon.";

export function isOpenSite(): boolean {
  return missingTexts().length === 0;
}

/** Null = the name that the program came with. */
export function savedName(): string | null {
  return savedLine("name");
}

export function supportEmail(): string {
  return savedLine("support-email") ?? env.SUPPORT_EMAIL;
}

export function communityUrl(): string {
  return savedLine("community-link") ?? env.COMMUNITY_URL;
}

/** Null = the logo that the program came with. */
export function logoVersion(): number | null {
  const logo = saved.get("logo");
  return logo && logo.body !== "" ? logo.version : null;
}

function savedLine(name: TextName): string | null {
  return saved.get(name)?.body || null;
}
