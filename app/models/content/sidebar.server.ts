import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { type ChangedBy, Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { askToConfirmEmpty } from "./empty-confirmation.server.ts";
import { dateIn } from "../../time/zone-time.ts";
import { oneOf, textBlock, versionNumber, tickedYes, stepIn } from "../fields.ts";
import { findLastChange, readPreviousVersion } from "../trail/changes-since.server.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { spanOf } from "../history/history.ts";
import { recentResultsText } from "../history/recent-results.ts";
import { figuresOfDays } from "../history/summary.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { type ResultsSource, panelLabels, panelLimit, panelNames, resultsSources } from "./sidebar.ts";
import { type Merged, mergeWithSaved } from "../merge/merge.server.ts";

/** The panels as members see them. */
export interface Panels {
  results: string;
  notes: string;
  next: string;
}

/** The texts that staff wrote. `results` stays stored while the figures are shown. */
interface Sidebar extends Panels {
  results_by: ResultsSource;
}

interface SidebarEntity extends Sidebar {
  /** The text that the panel Recent Results shows: the staff's text, or the figures. */
  results_shown: string;
}

interface SidebarRow extends Sidebar {
  version: number;
}

export interface SidebarEditor extends SidebarRow {
  lastChange: ChangedBy | null;
}

const sidebarFields = z.object({
  results: textBlock(panelLimit),
  results_by: oneOf(resultsSources, "Choose text or record."),
  notes: textBlock(panelLimit),
  next: textBlock(panelLimit),
});
const trailTarget = { subject: "sidebar", id: 1 } as const;

export const findSidebar = operation("sidebar.read", z.object({}), async () => entityOf(await readRow(db)));

const step = z.object({ step: z.string().optional() });

export const readSidebarManagerPage = operation(
  "sidebar.manage",
  step,
  async (_actor, input): Promise<SidebarEditor> => {
    stepIn(["restore"], input.step);
    return { ...(await readRow(db)), lastChange: await findLastChange(db, trailTarget) };
  },
);

/** The API's call: saves the given fields; refuses with "conflict" when `version` is stale. */
export const saveSidebar = operation(
  "sidebar.manage",
  sidebarFields.partial().extend({ version: versionNumber }),
  async (actor, { version, ...given }) => {
    const saved = await writeAs(actor, async (trx): Promise<Sidebar> => {
      const before = await readRow(trx);
      if (changedFields(before, given).length === 0) return before;
      if (version !== null && version !== before.version) {
        throw new Refusal(
          "conflict",
          "Somebody else changed these texts while you were editing. Compare, then save again to keep yours.",
          {
            saved: { ...fieldsOf(before), version: String(before.version) },
          },
        );
      }
      return change(trx, actor, before, given);
    });
    return entityOf(saved);
  },
);

/** The form's call: merges with a colleague's changes. Asks before a panel is emptied. */
export const saveSidebarForm = operation(
  "sidebar.manage",
  sidebarFields.partial().extend({ version: versionNumber, confirm_empty: tickedYes }),
  (actor, { version, confirm_empty: mayEmpty, ...submitted }) =>
    writeAs(actor, async (trx): Promise<{ kept: readonly KeptChange[] }> => {
      const saved = await readRow(trx);
      const { changes, kept } = await mergeFields(trx, saved, version, submitted);
      const emptied = panelNames.filter((name) => isEmpty({ ...saved, ...changes }, name) && !isEmpty(saved, name));
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
      // An older entry of the trail has no `results_by`.
      sidebarFields.partial().parse(await readPreviousVersion(trx, trailTarget, version, saved.version)),
    );
  }),
);

/** Does not check access. */
export async function readPanels(): Promise<Panels> {
  const { results_shown, notes, next } = await entityOf(await readRow(db));
  return { results: results_shown, notes, next };
}

async function entityOf(saved: Sidebar): Promise<SidebarEntity> {
  return { ...fieldsOf(saved), results_shown: saved.results_by === "record" ? await recentResults() : saved.results };
}

async function recentResults(): Promise<string> {
  return recentResultsText(await figuresOfDays(spanOf("last7", dateIn(env.SITE_TIMEZONE, new Date()))));
}

/** True if members see nothing in this panel. */
function isEmpty(sidebar: Sidebar, name: keyof Panels): boolean {
  return sidebar[name] === "" && !(name === "results" && sidebar.results_by === "record");
}

async function mergeFields(
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
    texts: { ...fieldsOf(saved) },
  });
}

async function change(trx: Db, actor: SignedInActor, before: SidebarRow, given: Partial<Sidebar>): Promise<Sidebar> {
  const after = await trx
    .updateTable("sidebar")
    .set({ ...given, version: before.version + 1 })
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
  return after;
}

function readRow(source: Db): Promise<SidebarRow> {
  return source
    .selectFrom("sidebar")
    .select(["results", "results_by", "notes", "next", "version"])
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
}

function fieldsOf({ results, results_by, notes, next }: Sidebar): Sidebar {
  return { results, results_by, notes, next };
}
