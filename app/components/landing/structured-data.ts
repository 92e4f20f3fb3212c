/** What search engines read of a page besides its text (schema.org). Only what the page itself says. */
import type { MetaDescriptor } from "@remix-run/react";
import type { Section } from "../../models/content/sections.ts";
import { pricingPath } from "../../paths/paths.ts";
import { priceCents } from "../../price.ts";
import { siteName } from "../../site.ts";
import { type PreviewArgs, frameOf } from "./link-preview.ts";

type Data = Record<string, unknown>;

/**
 * One block for all `parts` of a page. The framework escapes "<", so that no text can end it. A client that saves bytes
 * gets none, like any other script: it is no search engine.
 */
export function structuredData(
  args: Pick<PreviewArgs, "matches">,
  partsAt: (origin: string, logo: number | undefined) => Data[],
): MetaDescriptor[] {
  const frame = frameOf(args);
  if (!frame || frame.scripts === false) return [];
  const parts = partsAt(frame.site.origin, frame.site.logo);
  return parts.length === 0 ? [] : [{ "script:ld+json": { "@context": "https://schema.org", "@graph": parts } }];
}

export function siteParts(origin: string, logo: number | undefined): Data[] {
  const own = { name: siteName(), url: `${origin}/` };
  const picture = logo === undefined ? "/icon-512.png" : `/logo.svg?v=${logo}`;
  return [
    { "@type": "WebSite", ...own },
    { "@type": "Organization", ...own, logo: origin + picture },
  ];
}

export function offerPart(origin: string, name: string, description: string): Data {
  const price = { price: (priceCents / 100).toFixed(2), priceCurrency: "USD" };
  return {
    "@type": "Product",
    name: `${siteName()} ${name}`,
    description,
    offers: {
      "@type": "Offer",
      ...price,
      url: origin + pricingPath,
      // UN/CEFACT's code of a month: the price is not paid once.
      priceSpecification: { "@type": "UnitPriceSpecification", ...price, unitCode: "MON" },
    },
  };
}

/** None without questions: an operator can leave them out. */
export function questionParts(sections: readonly Section[]): Data[] {
  const questions = sections.filter(({ title, html }) => title !== "" && html !== "");
  if (questions.length === 0) return [];
  const mainEntity = questions.map(({ title, html }) => ({
    "@type": "Question",
    name: plainText(title),
    acceptedAnswer: { "@type": "Answer", text: html },
  }));
  return [{ "@type": "FAQPage", mainEntity }];
}

const characters: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** Of HTML from markdown.server.ts: in it every "<" begins a tag. */
function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, "").replace(/&(?:\w+|#39);/g, (entity) => characters[entity] ?? entity);
}
