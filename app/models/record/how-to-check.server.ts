import { readFileSync } from "node:fs";
import { z } from "zod";
import { db } from "../../db.server.ts";
import { readHead } from "../ledger/chain/append.server.ts";
import { recordPage } from "./public-record.server.ts";

const program = readFileSync("public/check/check-record.py", "utf8").trim();

/** The text of the program that checks the record without our code, and the head to check against. */
export const readHowToCheckPage = recordPage(z.object({}), async () => ({ program, head: await readHead(db) }));
