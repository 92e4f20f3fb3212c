import { readFileSync } from "node:fs";
import { join } from "node:path";
import appHref from "./styles/app.css";
import publicHref from "./styles/public.css";

// The build gives the addresses that the sheets are served under; the files lie below public/.
const [app, forPublic] = [appHref, publicHref].map((href) => readFileSync(join("public", href), "utf8").trim());

/** Stands in the rendered document where its style sheet goes. */
export const stylesMark = "/*styles*/";

/** The document with the sheet it needs: what only public pages use is left out of the others. */
export function withStyles(markup: string): string {
  const isPublic = markup.includes('<nav class="nav pub"');
  return markup.replace(stylesMark, () => (isPublic ? `${app}${forPublic}` : `${app}`));
}
