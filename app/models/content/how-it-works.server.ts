import { z } from "zod";
import { env } from "../../env.server.ts";
import { oncePer } from "../once-per.ts";
import { operation } from "../operation.server.ts";
import { sectionsOfText } from "./public-texts.server.ts";
import { type CachedRecord, cachedRecordSoon } from "../record/cache/cached-record.server.ts";
import { worstMonthOf } from "../record/pages/worst-month.ts";

const worstMonth = oncePer(async ({ figures }: CachedRecord) => worstMonthOf(figures.splits.month, figures.curve));

/**
 * `losing` is null where only members may see the record, and while it is still being read: then nobody knows how many
 * months lost.
 */
export const readHowItWorksPage = operation("site.read", z.object({}), async () => {
  const record = env.PUBLIC_RECORD ? await cachedRecordSoon(new Date()) : null;
  return {
    sections: await sectionsOfText("how-it-works"),
    losing: record && { worst: await worstMonth(record) },
    hasRecord: env.PUBLIC_RECORD,
  };
});
