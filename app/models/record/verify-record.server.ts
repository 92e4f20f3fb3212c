/** The server's part of the page where everybody checks the record. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { readHead } from "../ledger/chain/append.server.ts";
import { findLastCheck } from "./last-check.server.ts";
import { recordPage } from "./public-record.server.ts";

/** The server does not vouch for heads that somebody kept: browsers and the command line check them. */
export const readVerifyPage = recordPage(z.object({}), async () => ({
  entries: (await readHead(db)).seq,
  checked: await findLastCheck(),
}));
