/** The operator's texts as visitors read them. */
import { z } from "zod";
import { markdownRenderer } from "./markdown.server.ts";
import { operation } from "../operation.server.ts";
import { readLastVerdicts } from "../record/live-record.server.ts";
import { Refusal } from "../../refusal.ts";
import { cachedByVersion } from "../version-cache.ts";
import { currentText, filledIn, refreshSite, savedText, supportEmail } from "../site/current-site.server.ts";
import { readOffer } from "../billing/membership.server.ts";
import { type Section, sectionsOf } from "./sections.ts";
import type { TextName } from "../site/site-texts.ts";
import { sampleVerdictsIn } from "../site/text-rows.ts";

const noInput = z.object({});
const rendered = cachedByVersion<Section[]>();

/** Renders a markdown text once: rendering takes longer than a page. */
export async function sectionsOfText(name: TextName): Promise<Section[]> {
  const text = filledIn(currentText(name));
  return rendered(name, text, async () => sectionsOf((await markdownRenderer())(text)));
}

function legalPage(name: TextName) {
  return operation("site.read", noInput, async () => ({
    sections: await sectionsOfText(name),
    contact: supportEmail(),
  }));
}

export const readTermsPage = legalPage("terms");
export const readPrivacyPage = legalPage("privacy");
export const readResponsibleGamingPage = legalPage("responsible-gaming");

/** `record` takes the place of the samples once there is one. */
export const readPricingPage = operation("site.read", noInput, async () => ({
  ...(await readOffer()),
  questions: await sectionsOfText("faq"),
  record: await readLastVerdicts(new Date()),
  samples: sampleVerdictsIn(currentText("sample-verdicts")),
}));

const logoVersion = z.object({ v: z.string().nullish().catch(null) });

/** Refuses with "not-found" while the site has the logo of the program. */
export const readLogo = operation("site.read", logoVersion, async (_actor, { v }): Promise<string> => {
  // Another process may have saved it just now, and browsers keep the answer for an hour.
  if (v !== String(savedText("logo")?.version)) await refreshSite();
  const logo = savedText("logo")?.body ?? "";
  if (logo === "") throw new Refusal("not-found", "This site has no logo of its own.");
  return logo;
});
