/** The mark of the closing line is computed where line and closing line are known. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, createPick, createUser, formFields, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T15:00:00.000Z") });
  await db.deleteFrom("picks").execute();
});
afterEach(() => void vi.useRealTimers());

describe.each([
  { stream: "regular", own: regularPicks },
  { stream: "pro", own: proPicks },
] as const)("a $stream pick", ({ stream, own }) => {
  type Changes = Readonly<Record<string, unknown>>;
  const publish = (changes: Changes) => own.addPick(admin, pickFields(changes));
  const save = (id: number, changes: Changes) => own.savePick(admin, { id, ...changes });

  it.each([
    [{ pick: "Knicks +2.5", closing_line: "+2" }, "✅"],
    [{ pick: "Knicks +2.5", closing_line: "+3", beat_clv: "✅" }, "❌"],
    [{ pick: "Knicks +2.5", closing_line: "+2.5", beat_clv: "✅" }, ""],
    [{ pick: "Over 220.5", closing_line: "O 222 (-110)" }, "✅"],
    [{ pick: "Under 220.5", closing_line: "222" }, "❌"],
    [{ pick: "Knicks ML (-125)", closing_odds: "-150" }, "✅"],
    [{ pick: "Knicks ML (-125)", closing_line: "-120" }, "❌"],
    [{ pick: "Knicks ML", closing_odds: "-150", beat_clv: "❌" }, "❌"],
    [{ pick: "Knicks +2.5", closing_line: "better", beat_clv: "✅" }, "✅"],
    [{ pick: "Brunson over 24.5 points", closing_line: "25.5", beat_clv: "✅" }, "✅"],
  ])("with %j has %j", async (changes, mark) => expect((await publish(changes)).beat_clv).toBe(mark));

  it("is computed anew with a change of closing, line, price, market or side", async () => {
    const { id } = await publish({ pick: "Knicks +2.5 (-110)", closing_line: "+2" });
    const marks = [];
    for (const changes of [
      { closing_line: "+3" },
      { line: "4" },
      { market: "moneyline", line: "", closing_odds: "-120" },
      { odds: "-130" },
      { closing_odds: "-140" },
      { market: "total", side: "over", line: "220", closing_line: "219" },
      { side: "under" },
      { beat_clv: "❌" },
    ])
      marks.push((await save(id, changes)).beat_clv);
    expect(marks).toEqual(["❌", "✅", "✅", "❌", "✅", "❌", "✅", "✅"]);
  });

  it("keeps its version when a mark is sent against the computed one", async () => {
    const { id, version } = await publish({ closing_line: "+2" });
    expect(await save(id, { beat_clv: "❌" })).toMatchObject({ beat_clv: "✅", version });
    expect(await save(id, { beat_clv: "", closing_line: "+2" })).toMatchObject({ beat_clv: "✅", version });
  });

  it("of before is corrected at its next change; a computed one goes with its closing line, one that people set stays", async () => {
    const { id } = await createPick(db, { stream, pick: "Knicks +2.5", closing_line: "+2", beat_clv: "❌" });
    expect(await save(id, { book: "FanDuel" })).toMatchObject({ beat_clv: "❌" });
    expect(await save(id, { pick: "Knicks +2.5 (-110)" })).toMatchObject({ line: 2.5, beat_clv: "✅" });
    expect(await save(id, { closing_line: "n/a" })).toMatchObject({ beat_clv: "" });
    expect(await save(id, { beat_clv: "❌" })).toMatchObject({ beat_clv: "❌" });
    expect(await save(id, { closing_line: "none" })).toMatchObject({ beat_clv: "❌" });
  });

  it("has it as a draft, and when it is published", async () => {
    const draft = await publish({ closing_line: "+2", draft: true });
    expect(draft).toMatchObject({ published_at: null, beat_clv: "✅" });
    await db.updateTable("picks").set({ beat_clv: "❌" }).where("id", "=", draft.id).execute();
    expect(await own.publishDraft(admin, { id: draft.id })).toMatchObject({ beat_clv: "✅" });
  });

  it("is computed from what two people changed: one the line, the other the closing line", async () => {
    const colleague = actorOf("admin", (await createUser(db, { role: "admin" })).id);
    const { id } = await own.addPick(admin, formFields({ line: "2.5" }));
    await own.savePick(colleague, { id, closing_line: "+3", closing_odds: "-115" });
    const form = formFields({ id, version: "1", line: "4", closing_odds: "", confirm: "" });
    const refusal = await own.savePickForm(admin, form).catch((error: unknown) => error);
    if (!(refusal instanceof Refusal) || refusal.reason !== "unconfirmed") throw refusal;
    const confirm = (refusal.warnings ?? []).join(" ");
    expect(await own.savePickForm(admin, { ...form, confirm })).toMatchObject({
      pick: { line: 4, closing_line: "+3", closing_odds: -115, beat_clv: "✅" },
      kept: [{ field: "closing_line" }, { field: "closing_odds" }, { field: "beat_clv" }],
    });
  });
});
