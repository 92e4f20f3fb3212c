/** What the picture says that comes with a shared link. */
import { z } from "zod";
import { env } from "../../env.server.ts";
import { formatResult } from "../../format.ts";
import { siteName } from "../../site.ts";
import { formatDay } from "../../time/instant-text.ts";
import { operation } from "../operation.server.ts";
import { savedText } from "../site/current-site.server.ts";
import { cachedRecordSoon } from "./cache/cached-record.server.ts";
import type { LedgerFigures } from "./figures/record-figures.ts";
import { isJudged, tallyText } from "./pages/record-summary.ts";
import { shareLines, sharePages } from "./pages/share-pages.ts";

/** All values are texts. */
export interface ShareFacts {
  headline: string;
  name: string;
  /** The source of an SVG picture; '' = the program's own logo. */
  logo: string;
  /** Null until enough picks are decided, and where only members may see the record. */
  figures: { record: string; units: string; since: string } | null;
}

const input = z.object({ page: z.enum(sharePages).catch("site") });

export const readShareFacts = operation("site.read", input, async (_, { page }): Promise<ShareFacts> => {
  const record = env.PUBLIC_RECORD ? await cachedRecordSoon(new Date()) : null;
  return {
    headline: shareLines[page],
    name: siteName(),
    logo: savedText("logo")?.body ?? "",
    figures: record && figuresOf(record.figures),
  };
});

function figuresOf(figures: LedgerFigures): ShareFacts["figures"] {
  if (figures.since === null || !isJudged(figures)) return null;
  return {
    record: tallyText(figures),
    units: formatResult(figures.units_won),
    since: formatDay(figures.since, env.SITE_TIMEZONE),
  };
}
