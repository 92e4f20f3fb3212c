/** The texts that belong to the operator: their names, forms and rules. Pure. */
import type { Ability } from "../../policy.ts";
import { rowProblem } from "./text-rows.ts";

export const textNames = [
  "how-it-works",
  "faq",
  "terms",
  "privacy",
  "responsible-gaming",
  "quotes",
  "sample-plays",
  "sample-results",
  "sample-verdicts",
  "name",
  "logo",
  "support-email",
  "community-link",
] as const;
export type TextName = (typeof textNames)[number];

/** Before a new site sells anything its operator has read these and saved them once. */
export const legalNames = ["terms", "privacy", "responsible-gaming"] as const satisfies readonly TextName[];

export interface TextForm {
  label: string;
  /** Where visitors read it. */
  place: string;
  kind: "markdown" | "rows" | "line" | "svg";
  /** The parts of a row. */
  columns?: readonly string[];
  /** In characters. */
  limit: number;
  help: string;
  /** Who edits it. */
  ability: Ability;
}

const markdownHelp =
  "Use markdown: ## Heading, **bold**, - list, [text](https://...). {site}, {price} and {support} stand for the site's name, its price and the support address.";
const markdown = { kind: "markdown", limit: 40_000, help: markdownHelp } as const;

function rows(columns: readonly string[], more: string) {
  return {
    kind: "rows",
    columns,
    limit: 10_000,
    help: `One a line, its parts separated by |: ${columns.join(" | ")}. ${more}`,
    ability: "site.manage",
  } as const;
}

function line(limit: number, help: string) {
  return { kind: "line", limit, help, ability: "site.manage" } as const;
}

export const textForms: Readonly<Record<TextName, TextForm>> = {
  "how-it-works": { label: "How It Works", place: "its own page", ...markdown, ability: "texts.manage" },
  faq: {
    label: "Questions and Answers",
    place: "the pricing page",
    ...markdown,
    help: `Each ## heading is a question. ${markdownHelp}`,
    ability: "texts.manage",
  },
  terms: { label: "Terms", place: "its own page", ...markdown, ability: "site.manage" },
  privacy: { label: "Privacy", place: "its own page", ...markdown, ability: "site.manage" },
  "responsible-gaming": {
    label: "Responsible Gaming",
    place: "its own page",
    ...markdown,
    ability: "site.manage",
  },
  quotes: {
    label: "Testimonials",
    place: "the landing page",
    ...rows(["Quote", "Name", "Role"], "Empty hides the section."),
  },
  "sample-plays": {
    label: "Sample Plays",
    place: "the landing page",
    ...rows(["Pick", "Confidence", "Units"], "They say Sample."),
  },
  "sample-results": {
    label: "Sample Results",
    place: "the landing page",
    ...rows(["Sport", "Game", "WON or LOST", "Pick", "Date"], "They say Sample."),
  },
  "sample-verdicts": {
    label: "Sample Verdicts",
    place: "the pricing page",
    ...rows(["Pick", "WON or LOST", "Units"], "They say Sample."),
  },
  name: {
    label: "Name of the Site",
    place: "every page and mail",
    ...line(40, "Empty: the name that the program came with."),
  },
  logo: {
    label: "Logo",
    place: "every page",
    kind: "svg",
    limit: 16_000,
    help: "The source of an SVG picture, from <svg to </svg>, as high as it is wide. Empty: the logo that the program came with.",
    ability: "site.manage",
  },
  "support-email": {
    label: "Support Address",
    place: "legal pages and messages",
    ...line(254, "Empty: the setting SUPPORT_EMAIL."),
  },
  "community-link": {
    label: "Community Link",
    place: "every page",
    ...line(500, "Empty: the setting COMMUNITY_URL."),
  },
};

/** In characters. */
export const longestText = Math.max(...textNames.map((name) => textForms[name].limit));

/** In bytes of a form body: percent-encoding turns a character into up to nine. */
export const textFormLimit = 9 * longestText + 1000;

export function isTextName(text: string): text is TextName {
  return textNames.some((name) => name === text);
}

/** What is wrong with a text, in words; null = nothing. */
export function textProblem(name: TextName, body: string): string | null {
  const { kind, columns } = textForms[name];
  if (kind === "markdown") return body === "" ? "Write a text." : null;
  if (body === "") return null;
  if (kind === "rows") return rowProblem(body, columns ?? []);
  if (kind === "svg") return /^<svg[\s>][^]*<\/svg>$/.test(body) ? null : "Must begin with <svg and end with </svg>.";
  if (body.includes("\n")) return "Must be one line.";
  if (name === "support-email" && !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(body)) return "Enter an email address.";
  if (name === "community-link" && !(/^https:\/\/\S+$/.test(body) && URL.canParse(body)))
    return "Must be an address that begins with https://.";
  return null;
}
