import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { recordOperation } from "./public-record.server.ts";

const programs = ["check-record.py", "check-record.mjs"].map((name) => ({
  name,
  text: readFileSync(join("public/check", name), "utf8").trim(),
}));

/** The programs that check the record without ours, as the page shows them. */
export const openHowToCheck = recordOperation(z.object({}), async () => ({ programs }));
