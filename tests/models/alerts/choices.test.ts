import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { findOwnNews, saveOwnNews, saveOwnNewsByForm } from "../../../app/models/alerts/choices.server.ts";
import { boxOf, newsKinds, sportBoxOf } from "../../../app/models/alerts/kinds.ts";
import { sports } from "../../../app/models/bets/sports.ts";
import { actorOf, createUser } from "../../support/database/factories.ts";

let member: ReturnType<typeof actorOf>;
beforeEach(async () => {
  member = actorOf("user", (await createUser(db)).id);
});

const choicesOf = () =>
  db
    .selectFrom("alert_choices")
    .select(["kind", "channel", "wanted"])
    .where("user_id", "=", member.person.id)
    .execute();
const plainFields = { quiet_from: "", quiet_until: "", quiet_late: "at-once", zone: "", push_text: "whole" };
/** A form with all boxes ticked but these. */
const formWithout = (...names: string[]) => {
  const boxes = [
    ...newsKinds.flatMap((kind) => [boxOf(kind, "mail"), boxOf(kind, "push")]),
    ...sports.map(sportBoxOf),
  ].filter((name) => !names.includes(name));
  return { ...plainFields, ...Object.fromEntries(boxes.map((name) => [name, "yes"])) };
};

it("has the defaults before somebody chooses", async () => {
  expect(await findOwnNews(member, {})).toEqual({
    wants: {
      "new-picks": { mail: true, push: true },
      "new-pro-picks": { mail: true, push: true },
      "pick-starts": { mail: false, push: true },
      "pick-changed": { mail: true, push: true },
      "card-results": { mail: false, push: true },
      "daily-summary": { mail: false },
      announcements: { mail: true, push: false },
    },
    sports,
    ...plainFields,
  });
});

describe("saving", () => {
  it("changes what is given, keeps the rest and stores only what somebody chose", async () => {
    await saveOwnNews(member, { wants: { "new-picks": { mail: false, push: true } } });
    await saveOwnNews(member, { sports: ["NBA", "MLB"], quiet_from: "22:30", quiet_until: "07:00" });
    const saved = await saveOwnNews(member, { zone: "Europe/Berlin", wants: { "pick-starts": { mail: true } } });
    expect(saved).toMatchObject({
      wants: { "new-picks": { mail: false, push: true }, "pick-starts": { mail: true, push: true } },
      sports: ["NBA", "MLB"],
      quiet_from: "22:30",
      quiet_until: "07:00",
      zone: "Europe/Berlin",
    });
    expect(await findOwnNews(member, {})).toEqual(saved);
    expect(await choicesOf()).toEqual([
      { kind: "new-picks", channel: "mail", wanted: 0 },
      { kind: "pick-starts", channel: "mail", wanted: 1 },
    ]);
  });

  it("changes nobody else's", async () => {
    const other = actorOf("user", (await createUser(db)).id);
    await saveOwnNews(member, { wants: { "new-picks": { mail: false } }, sports: [], push_text: "count" });
    expect(await findOwnNews(other, {})).toMatchObject({
      wants: { "new-picks": { mail: true } },
      sports,
      push_text: "whole",
    });
  });

  it("keeps one spelling of a zone", async () => {
    for (const [sent, kept] of [
      ["aMERICA/new_york", "America/New_York"],
      ["Etc/GMT+12", "Etc/GMT+12"],
      ["uTC", "UTC"],
      ["Europe/Kyiv", "Europe/Kyiv"],
      ["Asia/Kolkata", "Asia/Kolkata"],
    ])
      expect((await saveOwnNews(member, { zone: sent })).zone).toBe(kept);
  });

  it("takes a choice back", async () => {
    for (const mail of [false, true]) await saveOwnNews(member, { wants: { "new-picks": { mail } } });
    expect((await findOwnNews(member, {})).wants["new-picks"].mail).toBe(true);
  });

  it.each([
    ["nothing", {}, undefined],
    [
      "one time alone",
      { quiet_from: "22:30" },
      { quiet_until: "Enter both times, or leave both blank for no quiet hours." },
    ],
    [
      "the other time alone",
      { quiet_until: "07:00" },
      { quiet_from: "Enter both times, or leave both blank for no quiet hours." },
    ],
    ["a time that doesn't exist", { quiet_from: "24:00" }, { quiet_from: "Enter a time like 22:30." }],
    ["an unknown zone", { zone: "Mars/Base" }, { zone: "Choose a time zone." }],
    ["a zone without a name", { zone: "+05:30" }, { zone: "Choose a time zone." }],
    ["an unknown sport", { sports: ["Chess"] }, { sports: "Choose sports from the list." }],
    ["an alert of the summary", { wants: { "daily-summary": { push: true } } }, { wants: expect.any(String) }],
    ["an unknown kind", { wants: { jokes: { mail: true } } }, { wants: expect.any(String) }],
  ])("refuses %s", async (_what, input, fields) => {
    await expect(saveOwnNews(member, input)).rejects.toMatchObject({ reason: "invalid", fields });
    expect((await findOwnNews(member, {})).quiet_from).toBe("");
  });
});

describe("a form", () => {
  it("turns off what isn't ticked", async () => {
    const saved = await saveOwnNewsByForm(member, formWithout("new-picks.mail", "pick-starts.push", "sport.Golf"));
    expect(saved).toMatchObject({
      wants: { "new-picks": { mail: false, push: true }, "pick-starts": { mail: true, push: false } },
      sports: sports.filter((sport) => sport !== "Golf"),
    });
  });

  it("leaves kinds about the card alone where nobody has one", async () => {
    const admin = actorOf("admin", member.person.id);
    await saveOwnNewsByForm(admin, plainFields);
    expect((await choicesOf()).map(({ kind, channel }) => `${kind} ${channel}`).toSorted()).toEqual([
      "announcements mail",
      "new-picks mail",
      "new-picks push",
      "new-pro-picks mail",
      "new-pro-picks push",
    ]);
  });
});
