/** What somebody chose to hear of, where and when. */
import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { can } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { zoneNamed } from "../../time/zone-name.ts";
import { sports } from "../bets/sports.ts";
import { oneOf, textLine } from "../fields.ts";
import { type Person, type SignedInActor, operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import {
  type NewsChannel,
  type NewsKind,
  boxOf,
  kindsFor,
  kindsOfNews,
  newsChannels,
  newsKinds,
  pushTexts,
  quietLates,
  sportBoxOf,
} from "./kinds.ts";

/** A kind without alerts has no `push`. */
export type Wants = Record<NewsKind, { mail: boolean; push?: boolean }>;

export interface OwnNews {
  wants: Wants;
  /** The sports that they want news of, in the order of the staff's form. */
  sports: string[];
  /** "HH:MM" in `zone`, like `quiet_until`; both '' = no quiet hours. */
  quiet_from: string;
  quiet_until: string;
  /** What happens to news whose game starts before the quiet hours end. */
  quiet_late: (typeof quietLates)[number];
  /** '' = the site's. */
  zone: string;
  /** What an alert shows: the whole pick, or only the number of new picks. */
  push_text: (typeof pushTexts)[number];
}

const time = textLine(5)
  .refine((text) => text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "Enter a time like 22:30.")
  .meta({ description: '"22:30"; empty = no quiet hours.' });

const plain = {
  quiet_from: time,
  quiet_until: time,
  quiet_late: oneOf(quietLates, "Choose what happens to late news."),
  zone: textLine(60)
    .refine((name) => name === "" || zoneNamed(name) !== null, "Choose a time zone.")
    .transform((name) => zoneNamed(name) ?? "")
    .meta({ description: 'A name like "America/New_York"; empty = the site\'s.' }),
  push_text: oneOf(pushTexts, "Choose what an alert shows."),
};

const both = z.strictObject({ mail: z.boolean(), push: z.boolean() }).partial();
const mailAlone = both.omit({ push: true });

const changes = z
  .object({
    wants: z
      .strictObject({
        "new-picks": both,
        "new-pro-picks": both,
        "pick-starts": both,
        "pick-changed": both,
        "card-results": both,
        "daily-summary": mailAlone,
        announcements: both,
      })
      .partial(),
    sports: z.array(z.enum(sports, { error: "Choose sports from the list." }), { error: "Must be a list of sports." }),
    ...plain,
  })
  .partial();
type Changes = z.output<typeof changes>;

/** A form has a box for each kind and channel, and for each sport. A box that isn't ticked is not sent. */
const newsForm = z.object(plain).catchall(z.unknown());
type Form = z.output<typeof newsForm>;

const usualSettings = {
  quiet_from: "",
  quiet_until: "",
  quiet_late: "at-once",
  zone: "",
  push_text: "whole",
} as const;
const settingColumns = ["quiet_from", "quiet_until", "quiet_late", "zone", "push_text"] as const;

export const findOwnNews = operation("own.read", z.object({}), (actor): Promise<OwnNews> =>
  readNewsOf(db, actor.person.id),
);

/** Changes what is given, and keeps the rest. Refuses with "invalid" for quiet hours with one time alone. */
export const saveOwnNews = operation("own.write", changes, (actor, input): Promise<OwnNews> => {
  if (Object.keys(input).length === 0) throw new Refusal("invalid", "There is nothing to save.");
  return save(actor, input);
});

export const saveOwnNewsByForm = operation("own.write", newsForm, (actor, form): Promise<OwnNews> =>
  save(actor, changesOf(form, actor.person)),
);

async function save(actor: SignedInActor, { wants, sports: wanted, ...given }: Changes): Promise<OwnNews> {
  const { id } = actor.person;
  return writeAs(actor, async (trx) => {
    const before = await readNewsOf(trx, id);
    const after = { ...before, ...given };
    expectBothTimes(after);
    await saveWants(trx, id, before.wants, wants ?? {});
    if (wanted !== undefined) await saveSports(trx, id, wanted);
    if (Object.keys(given).length > 0) {
      const row = Object.fromEntries(settingColumns.map((column) => [column, after[column]]));
      await trx
        .insertInto("alert_settings")
        .values({ ...row, user_id: id })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
        .execute();
    }
    return readNewsOf(trx, id);
  });
}

function expectBothTimes({ quiet_from, quiet_until }: OwnNews): void {
  const missing = quiet_from === "" ? "quiet_from" : "quiet_until";
  if ((quiet_from === "") !== (quiet_until === ""))
    throw new Refusal("invalid", "Please check the marked fields.", {
      fields: { [missing]: "Enter both times, or leave both blank for no quiet hours." },
    });
}

/** Stores only what somebody changed: a new default then reaches all who never chose. */
async function saveWants(trx: Db, userId: number, before: Wants, wants: NonNullable<Changes["wants"]>): Promise<void> {
  const rows = newsKinds.flatMap((kind) =>
    newsChannels.flatMap((channel) => {
      const given: { mail?: boolean | undefined; push?: boolean | undefined } = wants[kind] ?? {};
      const wanted = given[channel];
      return wanted === undefined || wanted === before[kind][channel]
        ? []
        : [{ user_id: userId, kind, channel, wanted: wanted ? (1 as const) : (0 as const) }];
    }),
  );
  if (rows.length === 0) return;
  await trx
    .insertInto("alert_choices")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "kind", "channel"]).doUpdateSet(({ ref }) => ({ wanted: ref("excluded.wanted") })),
    )
    .execute();
}

async function saveSports(trx: Db, userId: number, wanted: readonly string[]): Promise<void> {
  const muted = sports.filter((sport) => !wanted.includes(sport));
  await trx.deleteFrom("muted_sports").where("user_id", "=", userId).execute();
  if (muted.length > 0)
    await trx
      .insertInto("muted_sports")
      .values(muted.map((sport) => ({ user_id: userId, sport })))
      .execute();
}

function changesOf({ quiet_from, quiet_until, quiet_late, zone, push_text, ...boxes }: Form, person: Person): Changes {
  const wants = kindsFor(can(person, "card.read")).map((kind) => {
    const mail = boxOf(kind, "mail") in boxes;
    return [kind, kindsOfNews[kind].push === null ? { mail } : { mail, push: boxOf(kind, "push") in boxes }];
  });
  return {
    wants: Object.fromEntries(wants),
    sports: sports.filter((sport) => sportBoxOf(sport) in boxes),
    quiet_from,
    quiet_until,
    quiet_late,
    zone,
    push_text,
  };
}

export async function readNewsOf(from: Db, userId: number): Promise<OwnNews> {
  const choices = await from
    .selectFrom("alert_choices")
    .select(["kind", "channel", "wanted"])
    .where("user_id", "=", userId)
    .execute();
  const muted = await from.selectFrom("muted_sports").select("sport").where("user_id", "=", userId).execute();
  const settings = await from
    .selectFrom("alert_settings")
    .select(settingColumns)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const isWanted = (kind: NewsKind, channel: NewsChannel, usual: boolean) => {
    const choice = choices.find((row) => row.kind === kind && row.channel === channel);
    return choice === undefined ? usual : choice.wanted === 1;
  };
  const wantsOf = (kind: NewsKind) => {
    const { mail, push } = kindsOfNews[kind];
    return {
      mail: isWanted(kind, "mail", mail),
      ...(push === null ? {} : { push: isWanted(kind, "push", push) }),
    };
  };
  return {
    wants: {
      "new-picks": wantsOf("new-picks"),
      "new-pro-picks": wantsOf("new-pro-picks"),
      "pick-starts": wantsOf("pick-starts"),
      "pick-changed": wantsOf("pick-changed"),
      "card-results": wantsOf("card-results"),
      "daily-summary": wantsOf("daily-summary"),
      announcements: wantsOf("announcements"),
    },
    sports: sports.filter((sport) => muted.every((row) => row.sport !== sport)),
    ...(settings ?? usualSettings),
  };
}
