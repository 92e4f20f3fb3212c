/** URLs within the Learn page. Pure. */
import { learnPath } from "./paths.ts";

export const learnTabPaths = { glossary: learnPath, tip: `${learnPath}?tab=tips` } as const;
export const learnManagerPath = "/admin/learn";
export const learnPreviewPath = "/admin/learn/preview";
export const restoreLearnPath = "/admin/learn/restore";
