/** The server's part of the page where everybody checks the record. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { formatInstant } from "../../time/instant-text.ts";
import { readHead } from "../ledger/chain/append.server.ts";
import { findLastCheck } from "./last-check.server.ts";
import { recordPage } from "./public-record.server.ts";

/** The server does not vouch for heads that somebody kept: browsers and the command line check them. */
export const readVerifyPage = recordPage(z.object({}), async () => {
  const [{ seq }, checked] = [await readHead(db), await findLastCheck()];
  // In the site's zone, as the times within its lines.
  return { entries: seq, checked: checked && { ...checked, at: formatInstant(checked.at, env.SITE_TIMEZONE) } };
});
