import { z } from "zod";
import { legalTexts } from "./legal-texts.ts";
import { env } from "../../env.server.ts";
import { operation } from "../operation.server.ts";

const nothing = z.object({});

/** The texts of the legal pages, each with the address to write to. */
export const openTerms = operation("site.read", nothing, async () => ({ ...legalTexts.terms, contact: env.SUPPORT_EMAIL }));
export const openPrivacy = operation("site.read", nothing, async () => ({ ...legalTexts.privacy, contact: env.SUPPORT_EMAIL }));
export const openResponsibleGaming = operation("site.read", nothing, async () => ({ ...legalTexts.responsibleGaming, contact: env.SUPPORT_EMAIL }));
