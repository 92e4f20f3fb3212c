/** The page where everybody checks the record: what the server itself says of it. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { readHead } from "../ledger/chain/append.server.ts";
import { lastCheck } from "./last-check.server.ts";
import { recordPage } from "./public-record.server.ts";

/** It vouches for no head that somebody kept: browsers and the command line judge them. */
export const readVerifyPage = recordPage(z.object({}), async () => ({
  entries: (await readHead(db)).seq,
  checked: lastCheck(),
}));
