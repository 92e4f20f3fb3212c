/** URLs within the Grade page. Pure. */
import { gradingPath } from "./paths.ts";

/** `id` is that of a settled pick on the game. */
export function reopenGamePath(id: number): string {
  return `${gradingPath}/${id}/reopen`;
}
