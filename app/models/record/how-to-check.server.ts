import { readFileSync } from "node:fs";
import { z } from "zod";
import { recordPage } from "./public-record.server.ts";

const program = readFileSync("public/check/check-record.py", "utf8").trim();

/** Returns the text of the program that checks the record without our code, for the page. */
export const readHowToCheckPage = recordPage(z.object({}), async () => ({ program }));
