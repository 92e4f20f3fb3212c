/** URLs within the Learn page. Pure. */
import { learnPath } from "./paths.ts";

export const learnTabPaths = { glossary: learnPath, tip: `${learnPath}?tab=tips` } as const;
