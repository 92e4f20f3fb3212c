import { z } from "zod";
import { db } from "../db.server.ts";
import { Refusal } from "../refusal.ts";
import { recordAudit } from "./audit.server.ts";
import { changedFields } from "./changes.ts";
import { textBlock, versionNumber } from "./fields.ts";
import { operation } from "./operation.server.ts";
import { writeAs } from "./session.server.ts";
import { panelLimit } from "./sidebar.ts";

/** The texts of the three side panels; line breaks are kept. */
export interface Sidebar {
  results: string;
  notes: string;
  next: string;
}

const panelTexts = z.object({ results: textBlock(panelLimit), notes: textBlock(panelLimit), next: textBlock(panelLimit) });

/** The three texts, for whoever may see them. */
export const findSidebar = operation("sidebar.read", z.object({}), () => readSidebar());

/** The three texts, with the version that a save is compared with. */
export const openSidebarManager = operation("sidebar.manage", z.object({}), () =>
  db.selectFrom("sidebar").select(["results", "notes", "next", "version"]).where("id", "=", 1).executeTakeFirstOrThrow(),
);

/** Saves the given panels and leaves the others; refuses with "conflict" when `version` is not the stored one any more. */
export const saveSidebar = operation("sidebar.manage", panelTexts.partial().extend({ version: versionNumber }), (actor, { version, ...texts }) =>
  writeAs(actor, async (trx): Promise<Sidebar> => {
    const before = await trx.selectFrom("sidebar").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();
    if (changedFields(before, texts).length === 0) return panelsOf(before);
    if (version !== null && version !== before.version) {
      throw new Refusal("conflict", "Somebody else changed these texts while you were editing. Compare, then save again to keep yours.", {
        theirs: { results: before.results, notes: before.notes, next: before.next, version: String(before.version) },
      });
    }
    const after = await trx.updateTable("sidebar").set({ ...texts, version: before.version + 1 }).where("id", "=", 1).returningAll().executeTakeFirstOrThrow();
    await recordAudit(trx, { actorId: actor.person.id, action: "sidebar.changed", subject: "sidebar", subjectId: 1, before, after });
    return panelsOf(after);
  }),
);

function panelsOf({ results, notes, next }: Sidebar): Sidebar {
  return { results, notes, next };
}

/** The three texts, whoever asks. */
export function readSidebar(): Promise<Sidebar> {
  return db.selectFrom("sidebar").select(["results", "notes", "next"]).where("id", "=", 1).executeTakeFirstOrThrow();
}
