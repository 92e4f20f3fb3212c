import { readFileSync } from "node:fs";
import { z } from "zod";
import { recordPage } from "./public-record.server.ts";

const program = readFileSync("public/check/check-record.py", "utf8").trim();

/** The program that checks the record without ours, as the page shows it. */
export const readHowToCheckPage = recordPage(z.object({}), async () => ({ program }));
