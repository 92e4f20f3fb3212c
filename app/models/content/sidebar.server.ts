import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import type { ChangedBy } from "../../refusal.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { emptyConfirmed, askToConfirmEmpty } from "./empty-confirmation.server.ts";
import { textBlock, versionNumber } from "../fields.ts";
import { findLastChange, readPreviousVersion } from "../trail/previous-version.server.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import type { SignedInActor } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { panelLabels, panelLimit, panelNames } from "./sidebar.ts";
import type { Merged } from "../merge/merge.server.ts";
import { mergeWithSaved } from "../merge/merge.server.ts";

export interface Sidebar {
  results: string;
  notes: string;
  next: string;
}

interface SidebarRow extends Sidebar {
  version: number;
}

export interface SidebarEditor extends SidebarRow {
  lastChange: ChangedBy | null;
}

const panelTexts = z.object({
  results: textBlock(panelLimit),
  notes: textBlock(panelLimit),
  next: textBlock(panelLimit),
});
const trailTarget = { subject: "sidebar", id: 1 } as const;

export const findSidebar = operation("sidebar.read", z.object({}), () => readSidebar());

export const openSidebarManager = operation("sidebar.manage", z.object({}), async (): Promise<SidebarEditor> => ({
  ...(await readRow(db)),
  lastChange: await findLastChange(db, trailTarget),
}));

/** For the API: saves the given panels; refuses with "conflict" when `version` is stale. */
export const saveSidebar = operation(
  "sidebar.manage",
  panelTexts.partial().extend({ version: versionNumber }),
  (actor, { version, ...texts }) =>
    writeAs(actor, async (trx): Promise<Sidebar> => {
      const before = await readRow(trx);
      if (changedFields(before, texts).length === 0) return panelsOf(before);
      if (version !== null && version !== before.version) {
        throw new Refusal(
          "conflict",
          "Somebody else changed these texts while you were editing. Compare, then save again to keep yours.",
          {
            saved: { ...panelsOf(before), version: String(before.version) },
          },
        );
      }
      return change(trx, actor, before, texts);
    }),
);

/** For the form: merges with a colleague's changes. Asks before a panel is emptied. */
export const saveSidebarForm = operation(
  "sidebar.manage",
  panelTexts.partial().extend({ version: versionNumber, confirm_empty: emptyConfirmed }),
  (actor, { version, confirm_empty: mayEmpty, ...submitted }) =>
    writeAs(actor, async (trx): Promise<{ kept: readonly KeptChange[] }> => {
      const saved = await readRow(trx);
      const { changes, kept } = await mergeTexts(trx, saved, version, submitted);
      const emptied = panelNames.filter((name) => changes[name] === "" && saved[name] !== "");
      if (emptied.length > 0 && !mayEmpty) throw askToConfirmEmpty(emptied.map((name) => panelLabels[name]));
      if (changedFields(saved, changes).length > 0) await change(trx, actor, saved, changes);
      return { kept };
    }),
);

/** Undoes the last change; a second call brings that change back. */
export const restoreSidebar = operation("sidebar.manage", z.object({ version: versionNumber }), (actor, { version }) =>
  writeAs(actor, async (trx): Promise<Sidebar> => {
    const saved = await readRow(trx);
    return change(
      trx,
      actor,
      saved,
      panelTexts.parse(await readPreviousVersion(trx, trailTarget, version, saved.version)),
    );
  }),
);

/** Does not check access. */
export async function readSidebar(): Promise<Sidebar> {
  return panelsOf(await readRow(db));
}

async function mergeTexts(
  trx: Db,
  saved: SidebarRow,
  version: number | null,
  submitted: Partial<Sidebar>,
): Promise<Merged<Sidebar>> {
  if (version === null || version === saved.version || changedFields(saved, submitted).length === 0)
    return { changes: submitted, kept: [] };
  return mergeWithSaved<Sidebar>(trx, {
    target: trailTarget,
    about: "these texts",
    version,
    submitted,
    saved: { ...saved },
    texts: { ...panelsOf(saved) },
  });
}

async function change(trx: Db, actor: SignedInActor, before: SidebarRow, texts: Partial<Sidebar>): Promise<Sidebar> {
  const after = await trx
    .updateTable("sidebar")
    .set({ ...texts, version: before.version + 1 })
    .where("id", "=", 1)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    actorId: actor.person.id,
    action: "sidebar.changed",
    subject: "sidebar",
    subjectId: 1,
    before: { id: 1, ...before },
    after,
  });
  return panelsOf(after);
}

function readRow(source: Db): Promise<SidebarRow> {
  return source
    .selectFrom("sidebar")
    .select(["results", "notes", "next", "version"])
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
}

function panelsOf({ results, notes, next }: Sidebar): Sidebar {
  return { results, notes, next };
}
