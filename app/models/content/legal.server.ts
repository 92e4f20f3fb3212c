import { z } from "zod";
import { legalTexts } from "./legal-texts.ts";
import { env } from "../../env.server.ts";
import { operation } from "../operation.server.ts";

const noInput = z.object({});

export const readTermsPage = operation("site.read", noInput, async () => ({
  ...legalTexts.terms,
  contact: env.SUPPORT_EMAIL,
}));
export const readPrivacyPage = operation("site.read", noInput, async () => ({
  ...legalTexts.privacy,
  contact: env.SUPPORT_EMAIL,
}));
export const readResponsibleGamingPage = operation("site.read", noInput, async () => ({
  ...legalTexts.responsibleGaming,
  contact: env.SUPPORT_EMAIL,
}));
