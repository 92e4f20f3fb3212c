import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { type ChangedBy, Refusal } from "../../refusal.ts";
import { can } from "../../policy.ts";
import { formatInstant } from "../../time/instant-text.ts";
import { markdownRenderer } from "./markdown.server.ts";
import { textBlock, versionNumber, stepIn } from "../fields.ts";
import { mergeWithSaved } from "../merge/merge.server.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { findLastChange, readPreviousVersion } from "../trail/changes-since.server.ts";
import { defaultText, filledIn, missingTexts, refreshSite, savedText } from "../site/current-site.server.ts";
import { type Section, sectionsOf } from "./sections.ts";
import {
  type TextForm,
  type TextName,
  isTextName,
  longestText,
  textForms,
  textNames,
  textProblem,
} from "../site/site-texts.ts";
import { rowsIn } from "../site/text-rows.ts";

export interface ListedText {
  name: TextName;
  label: string;
  place: string;
  /** When it was saved; null = as the program came. */
  saved: string | null;
}

export interface EditedText extends Omit<TextForm, "ability"> {
  name: TextName;
  body: string;
  /** 1 = never saved. */
  version: number;
  lastChange: ChangedBy | null;
}

/** What a text looks like: sections of a page, the parts of rows, or one text or picture. */
export interface TextPreview {
  sections: Section[];
  rows: string[][];
  line: string;
}

interface TextRow {
  body: string;
  version: number;
}

/** The version of a text as the program came. */
const unsaved = 1;
const textSteps = ["preview", "restore"] as const;
const text = z.string();
const given = z.object({ text, body: textBlock(longestText), version: versionNumber });

/** Lists the texts that the caller may edit, and what a new site waits for. */
export const readSiteTextsPage = operation("texts.manage", z.object({}), async ({ person }) => {
  await refreshSite();
  return {
    texts: textNames
      .filter((name) => can(person, textForms[name].ability))
      .map((name): ListedText => {
        const { label, place } = textForms[name];
        const saved = savedText(name);
        return { name, label, place, saved: saved && formatInstant(saved.savedAt, env.SITE_TIMEZONE) };
      }),
    missing: can(person, "site.manage") ? missingTexts().map((name) => textForms[name].label) : [],
  };
});

export const readSiteTextPage = operation(
  "texts.manage",
  z.object({ text, step: z.string().optional() }),
  async (actor, input): Promise<EditedText> => {
    stepIn(textSteps, input.step);
    const name = nameFor(actor, input.text);
    const { ability: _ability, ...form } = textForms[name];
    return { name, ...form, ...(await readRow(db, name)), lastChange: await findLastChange(db, trailed(name)) };
  },
);

/** Refuses with "conflict" when somebody else changed it meanwhile. */
export const saveSiteText = operation("texts.manage", given, async (actor, input) => {
  const name = nameFor(actor, input.text);
  const body = checked(name, input.body);
  const kept = await writeAs(actor, async (trx) => {
    const before = await readRow(trx, name);
    const isStale = input.version !== null && input.version !== before.version && body !== before.body;
    const { changes, kept } = isStale
      ? await mergeWithSaved<{ body: string }>(trx, {
          target: trailed(name),
          about: "this text",
          version: input.version ?? unsaved,
          submitted: { body },
          saved: { ...before },
          texts: { body: before.body },
        })
      : { changes: { body }, kept: [] };
    const after = changes.body ?? before.body;
    // The first save may keep a text as it came: its operator has read it.
    if (after !== before.body || before.version === unsaved) await saveText(trx, actor, name, before, after);
    return kept;
  });
  await refreshSite();
  return { label: textForms[name].label, kept };
});

export const previewSiteText = operation("texts.manage", given, async (actor, input): Promise<TextPreview> => {
  const name = nameFor(actor, input.text);
  const body = checked(name, input.body);
  const { kind } = textForms[name];
  return {
    sections: kind === "markdown" ? sectionsOf((await markdownRenderer())(filledIn(body))) : [],
    rows: kind === "rows" ? rowsIn(body) : [],
    line: kind === "line" || kind === "svg" ? body : "",
  };
});

/** Undoes the last change; a second call brings that change back. */
export const restoreSiteText = operation(
  "texts.manage",
  z.object({ text, version: versionNumber }),
  async (actor, input) => {
    const name = nameFor(actor, input.text);
    await writeAs(actor, async (trx) => {
      const before = await readRow(trx, name);
      const { body } = await readPreviousVersion(trx, trailed(name), input.version, before.version);
      await saveText(trx, actor, name, before, z.string().parse(body));
    });
    await refreshSite();
    return { label: textForms[name].label };
  },
);

/** Refuses with "not-found" what does not exist or belongs to superadmins. */
function nameFor({ person }: SignedInActor, given: string): TextName {
  if (!isTextName(given) || !can(person, textForms[given].ability))
    throw new Refusal("not-found", "There is no such text.");
  return given;
}

function checked(name: TextName, given: string): string {
  const body = given.trim();
  const { limit } = textForms[name];
  const problem = body.length > limit ? `At most ${limit} characters.` : textProblem(name, body);
  if (problem !== null) throw Refusal.at("body", "invalid", problem);
  return body;
}

async function readRow(source: Db, name: TextName): Promise<TextRow> {
  const row = await source
    .selectFrom("site_texts")
    .select(["body", "version"])
    .where("name", "=", name)
    .executeTakeFirst();
  return row ?? { body: defaultText(name), version: unsaved };
}

async function saveText(trx: Db, actor: SignedInActor, name: TextName, before: TextRow, body: string): Promise<void> {
  const after = { body, version: before.version + 1 };
  const row = { ...after, saved_at: new Date().toISOString() };
  await trx
    .insertInto("site_texts")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
  await recordAudit(trx, {
    actorId: actor.person.id,
    action: `${name}.changed`,
    subject: "site",
    subjectId: null,
    before: { ...before },
    after,
  });
}

function trailed(name: TextName) {
  return { subject: "site", id: null, action: `${name}.changed` } as const;
}
