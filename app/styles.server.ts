import { readFileSync } from "node:fs";
import { join } from "node:path";
import href from "./styles/app.css";

/** The built style sheet as text. The build gives the address it is served under; the file lies below public/. */
export const css = readFileSync(join("public", href), "utf8").trim();
