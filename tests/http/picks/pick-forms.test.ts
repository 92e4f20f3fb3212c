import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { formFields, nextNumber, pickFields, upcomingDate } from "../../support/database/factories.ts";
import { alerts, cards, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { everything, publish, totals } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});
beforeEach(async () => {
  staff = await app.signedIn("admin");
});

const streams = [
  {
    stream: "regular",
    manager: "/admin/picks",
    api: "/api/picks",
    open: "/dashboard",
    history: "/history",
    noun: "Pick",
    question: "Are you sure you want to delete this pick?",
  },
  {
    stream: "pro",
    manager: "/admin/propicks",
    api: "/api/propicks",
    open: "/propicks",
    history: "/propicks-history",
    noun: "Pro pick",
    question: "Are you sure you want to delete this Pro Pick?",
  },
] as const;

describe.each(streams)("a $stream pick form", ({ manager, api, open, history, noun, question, stream }) => {
  test("publishes a pick: 303, one notice, and a card for members", async () => {
    const pick = `Knicks +${nextNumber()}.5`;
    const answer = await staff.post(manager, formFields({ pick, odds: "-110" }));
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      expect.stringContaining(`${manager}?after=`),
    ]);
    const [notice = ""] = alerts(await staff.text(manager));
    expect(notice.replace(/, 7:30 PM E[SD]T\.$/, "")).toBe(
      `Added: ${pick}. Spread, New York Knicks ${pick.slice(7)} at -110: risks 1.5u to win 1.36u. Starts ${upcomingDate()}`,
    );
    expect(alerts(await staff.text(manager))).toEqual([]);
    const card = cards(await staff.text(open)).find((text) => text.includes(pick));
    expect(card).toMatch(
      new RegExp(`^NBA ?${upcomingDate()}, 7:30 PM ${pick.replace("+", "\\+")} -110 Boston Celtics @`),
    );
  });

  test("submitted twice creates one pick; a form opened again and an API call create others", async () => {
    const pick = `Twice ${nextNumber()}`;
    const count = async () =>
      (await app.db.selectFrom("picks").select("id").where("pick", "=", pick).where("stream", "=", stream).execute())
        .length;
    const confirm = "An open pick with the same game, pick and date exists already.";
    const openForm = async () =>
      formFields({ pick, idempotency_key: fieldValue(await staff.text(manager), "idempotency_key") ?? "" });
    const fields = await openForm();
    const answers = await Promise.all([staff.post(manager, fields), staff.post(manager, fields)]);
    expect(answers.map((answer) => [answer.status, answer.headers.get("location")])).toEqual([
      [303, expect.stringContaining(`${manager}?after=`)],
      [303, answers[0]?.headers.get("location")],
    ]);
    expect([await count(), alerts(await staff.text(manager))]).toEqual([
      1,
      [expect.stringMatching(new RegExp(`^Added: ${pick}\\.`))],
    ]);
    await staff.post(manager, { ...(await openForm()), confirm });
    await staff.post(manager, formFields({ pick, confirm }));
    await publish(staff, { pick, game_date: upcomingDate() }, api);
    expect(await count()).toBe(4);
  });

  test("keeps its idempotency key when refused, but shows it to no other account", async () => {
    const key = fieldValue(await staff.text(manager), "idempotency_key") ?? "";
    const refused = await staff.post(manager, pickFields({ sport: "", idempotency_key: key }));
    expect([refused.status, fieldValue(await refused.text(), "idempotency_key")]).toEqual([422, key]);
    const stranger = await (await app.signedIn("user")).post(manager, pickFields({ idempotency_key: key }));
    expect([stranger.status, visibleText(await stranger.text()).includes(key)]).toEqual([403, false]);
  });

  test("lists its required fields", async () => {
    const html = await staff.text(manager);
    const required = Array.from(html.matchAll(/<(?:input|select) [^>]*>/g), ([control]) => control).filter((control) =>
      / required=/.test(control),
    );
    expect(required.map((control) => / name="([^"]+)"/.exec(control)?.[1])).toEqual(["sport", "tag"]);
    expect(visibleText(html)).toContain("Sport, Tag and Unit size are required");
  });

  test("takes values as people write them, and a stake and a book from the pick's own text", async () => {
    const pick = `Knicks +${nextNumber()}.5 1.91, 2u @ DK`;
    const written = { pick, unit_size: "", sim_confidence: "61,5 %", closing_odds: "10/11" };
    expect((await staff.post(manager, formFields(written))).status).toBe(303);
    const stored = await app.db.selectFrom("picks").selectAll().where("pick", "=", pick).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ unit_size: 2, book: "DraftKings", odds: -110, closing_odds: -110 });
    expect(stored.sim_confidence).toBe(61.5);
  });

  test("settles a pick and moves it to the history", async () => {
    const pick = `Settled ${nextNumber()}`;
    const id = await publish(staff, { pick }, api);
    const form = await staff.text(`${manager}/${id}`);
    const answer = await staff.post(
      `${manager}/${id}`,
      pickFields({
        pick,
        verdict: "✅\uFE0F",
        units_result: "1.36",
        closing_line: "+2",
        beat_clv: "✅",
        version: fieldValue(form, "version"),
      }),
    );
    expect(answer.status).toBe(303);
    expect(alerts(await staff.text(manager))).toEqual([`${noun} saved: Boston Celtics @ New York Knicks, ${pick}.`]);
    expect(await staff.text(open)).not.toContain(pick);
    expect(
      cards(await staff.text(history)).some((text) => text.includes(`WIN – ${pick}`) && text.includes("+1.36 U")),
    ).toBe(true);
  });

  test("offers the five verdicts, also for a pick that is settled", async () => {
    const options = [
      ["", "Open"],
      ["✅", "✅ Win"],
      ["❌", "❌ Loss"],
      ["➖", "➖ Push"],
      ["🚫", "🚫 Void"],
    ];
    expect(verdictOptions(await staff.text(manager))).toEqual(options);
    for (const verdict of ["", "✅", "❌", "➖", "🚫"]) {
      const id = await publish(staff, { verdict, game_date: upcomingDate() }, api);
      const html = await staff.text(`${manager}/${id}${verdict === "" ? "" : "/correct"}`);
      expect([verdictOptions(html), fieldValue(html, "verdict")]).toEqual([options, verdict]);
    }
  });

  test.each([
    ["won", "✅"],
    [" W ", "✅"],
    ["tie", "➖"],
    ["No Action", "🚫"],
    ["canceled", "🚫"],
  ])("stores the mark of the typed verdict %j: %s", async (verdict, mark) => {
    const pick = `Typed ${nextNumber()}`;
    const form = pickFields({ pick, verdict, odds: "-110", game_date: "" });
    const late = "This will be listed as published after its start and won't count.";
    expect((await staff.post(manager, { ...form, confirm: late })).status).toBe(303);
    const id = await publish(staff, { pick, game_date: "" }, api);
    const confirm = "Its game has not started yet.";
    expect((await staff.post(`${manager}/${id}`, { ...form, version: "1", confirm })).status).toBe(303);
    const rows = await app.db.selectFrom("picks").select("verdict").where("pick", "=", pick).execute();
    expect(rows).toEqual([{ verdict: mark }, { verdict: mark }]);
  });

  test("refuses any other verdict at its field, and keeps what was typed elsewhere", async () => {
    const id = await publish(staff, { game_date: upcomingDate() }, api);
    const before = await everything(app);
    for (const at of [manager, `${manager}/${id}`]) {
      const answer = await staff.post(at, pickFields({ game: "Typed", verdict: "maybe", version: "1" }));
      const html = await answer.text();
      expect([answer.status, fieldError(html, "verdict"), fieldValue(html, "game"), alerts(html)]).toEqual([
        422,
        "Choose a verdict: win, loss, push or void.",
        "Typed",
        ["Please check the marked fields."],
      ]);
      expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    }
    expect(await everything(app)).toBe(before);
  });

  test("lists a push and a void among the resolved picks, without the tint of a win or a loss", async () => {
    const names = ["✅", "❌", "➖", "🚫"].map((verdict) => [verdict, `Row ${nextNumber()}`] as const);
    for (const [verdict, pick] of names) await publish(staff, { pick, verdict, game_date: "12/31/2099" }, api);
    const rows = [...(await staff.text(manager)).matchAll(/<tr\b([^>]*)>([\s\S]*?)<\/tr>/g)];
    expect(
      names.map(([, pick]) => {
        const [, attributes = "", cells = ""] = rows.find(([row]) => row.includes(pick)) ?? [];
        return [/class="([^"]*)"/.exec(attributes)?.[1], /\S+ (?:Win|Loss|Push|Void)/.exec(visibleText(cells))?.[0]];
      }),
    ).toEqual([
      ["won", "✅ Win"],
      ["lost", "❌ Loss"],
      [undefined, "➖ Push"],
      [undefined, "🚫 Void"],
    ]);
  });

  test("keeps typed values when refused, with each error at its field", async () => {
    const typed = pickFields({
      game: 'A <b> & "c"',
      game_date: "02/30/2026",
      sport: "Sudoku",
      sim_confidence: "101",
      unit_size: "1e3",
      units_result: "NaN",
      beat_clv: "maybe",
    });
    const before = await everything(app);
    const answer = await staff.post(manager, typed);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    const errors = Object.fromEntries(
      ["game", "game_date", "sport", "sim_confidence", "unit_size", "units_result", "beat_clv"].map((name) => [
        name,
        fieldError(html, name),
      ]),
    );
    expect(errors).toEqual({
      game: null,
      game_date: "Date input not valid.",
      sport: "Choose a sport.",
      sim_confidence: "Must be between 0 and 100.",
      unit_size: "Must be a number.",
      units_result: "Must be a number.",
      beat_clv: "Choose ✅ or ❌.",
    });
    for (const name of ["game", "game_date", "sim_confidence", "unit_size", "units_result", "time", "pick"])
      expect([name, fieldValue(html, name)]).toEqual([name, typed[name]]);
    expect(fieldValue(html, "tag")).toBe("SIM CERTIFIED");
    expect(alerts(html)).toEqual(["Please check the marked fields."]);
    expect(await everything(app)).toBe(before);
  });

  test("answers 409 when stale and shows both values; saving again keeps the caller's value and other saved changes", async () => {
    const id = await publish(staff, { game_date: upcomingDate() }, api);
    const version = fieldValue(await staff.text(`${manager}/${id}`), "version");
    await staff.call("PUT", `${api}/${id}`, { pick: "Theirs -3", game_date: "01/05/2099", unit_size: "2.5" });
    const answer = await staff.post(
      `${manager}/${id}`,
      pickFields({ pick: "Mine +3", game_date: "1/5/2099", version }),
    );
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect([fieldValue(html, "pick"), fieldValue(html, "unit_size")]).toEqual(["Mine +3", "2.5"]);
    expect(visibleText(html)).toMatch(
      /Changed by somebody else, too\. Saved by [\w ]+, \w+ \d+, \d{4}, [\w: ]+ Theirs -3 You typed Mine \+3/,
    );
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(alerts(html)[0]).toMatch(/^Somebody else changed this pick/);
    const again = pickFields({
      pick: fieldValue(html, "pick"),
      game_date: fieldValue(html, "game_date"),
      unit_size: fieldValue(html, "unit_size"),
      version: fieldValue(html, "version"),
    });
    expect((await staff.post(`${manager}/${id}`, again)).status).toBe(303);
    expect(await (await staff.call("GET", `${api}/${id}`)).json()).toMatchObject({
      pick: "Mine +3",
      unit_size: 2.5,
      game_date: "01/05/2099",
    });
  });

  test("saves a stale form that changes other fields, and names what was kept", async () => {
    const pick = `Joined ${nextNumber()}`;
    const id = await publish(staff, { pick, game_date: upcomingDate() }, api);
    const version = fieldValue(await staff.text(`${manager}/${id}`), "version");
    await staff.call("PUT", `${api}/${id}`, { unit_size: "2.5" });
    expect((await staff.post(`${manager}/${id}`, formFields({ pick, sim_confidence: "60", version }))).status).toBe(
      303,
    );
    expect(alerts(await staff.text(manager))[0]).toMatch(/^P.* saved: .*\. Changes by .+ were kept: unit size\.$/);
    expect(await (await staff.call("GET", `${api}/${id}`)).json()).toMatchObject({
      sim_confidence: 60,
      unit_size: 2.5,
    });
  });

  test("deletes a pick after a confirmation page", async () => {
    const id = await publish(staff, { pick: "Gone soon", verdict: "❌" }, api);
    expect(visibleText(await staff.text(`${manager}/${id}/delete`))).toContain(`${question} Gone soon, 11/20/2026`);
    const answer = await staff.post(`${manager}/${id}/delete`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, manager]);
    expect(alerts(await staff.text(manager))).toEqual([
      `${noun} deleted: Boston Celtics @ New York Knicks, Gone soon.`,
    ]);
    for (const path of [`${manager}/${id}`, `${manager}/${id}/delete`])
      expect((await staff.get(path)).status).toBe(404);
    const late = await staff.post(`${manager}/${id}`, {
      ...pickFields({ pick: "Typed before it was gone" }),
      version: "1",
    });
    const page = visibleText(await late.text());
    expect([
      late.status,
      page.includes("What you entered"),
      page.includes("Typed before it was gone"),
      page.includes("version"),
    ]).toEqual([404, true, true, false]);
  });

  test("for a deleted pick: deleting again redirects to the list, editing keeps the typed values", async () => {
    const id = await publish(staff, {}, api);
    const answers = [
      await staff.post(`${manager}/${id}/delete?page=2`),
      await staff.post(`${manager}/${id}/delete?page=2`),
    ];
    expect(answers.map((answer) => [answer.status, answer.headers.get("location")])).toEqual([
      [303, `${manager}?page=2`],
      [303, `${manager}?page=2`],
    ]);
    const html = await staff.text(manager);
    expect([alerts(html), html.includes('class="alert b"')]).toEqual([["This pick no longer exists."], true]);
    const edited = await staff.post(`${manager}/${id}`, pickFields({ game: "Typed for an hour" }));
    expect([edited.status, visibleText(await edited.text())]).toEqual([
      404,
      expect.stringContaining("Typed for an hour"),
    ]);
    expect((await staff.call("DELETE", `${api}/${id}`)).status).toBe(404);
  });

  test("does not delete a pick that changed since the question was shown", async () => {
    const id = await publish(staff, { pick: "Lost meanwhile" }, api);
    const version = fieldValue(await staff.text(`${manager}/${id}/delete`), "version");
    await staff.call("PUT", `${api}/${id}`, { verdict: "❌", units_result: "-1.5" });
    const answer = await staff.post(`${manager}/${id}/delete?page=1`, { version });
    const html = await answer.text();
    expect([answer.status, visibleText(html)]).toEqual([409, expect.stringContaining(question)]);
    expect(alerts(html)[0]).toBe(
      "Somebody else changed this pick in the meantime, so it was not deleted. Check it below, then decide.",
    );
    expect((await staff.get(`${api}/${id}`)).status).toBe(200);
    expect((await staff.post(`${manager}/${id}/delete?page=1`, { version: fieldValue(html, "version") })).status).toBe(
      303,
    );
    expect((await staff.get(`${api}/${id}`)).status).toBe(404);
    expect((await totals(app)).stored).toEqual((await totals(app)).counted);
  });

  test("redirects to the list page it was opened from", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 11; count += 1) ids.push(await publish(staff, { verdict: "❌" }, api));
    const html = await staff.text(`${manager}?page=2&evil=1`);
    const [path = ""] = new RegExp(`${manager}/\\d+\\?page=2(?=")`).exec(html) ?? [];
    expect(html).toContain(path.replace("?", "/delete?"));
    const form = await staff.text(path);
    const row = `#p${path.split(/[/?]/).at(-2)}`;
    expect(form).toMatch(new RegExp(`href="${manager}\\?page=2${row}"[^>]*>Cancel`));
    expect(visibleText(form)).toContain("Page 2 of");
    const shown = Object.keys(pickFields({ version: "" }))
      .map((name) => [name, fieldValue(form, name)])
      // The others are locked.
      .filter(([, value]) => value !== null);
    const saved = await staff.post(path, { ...Object.fromEntries(shown), closing_line: "+1" });
    expect([form.includes(`action="${path}"`), saved.status, saved.headers.get("location")]).toEqual([
      true,
      303,
      `${manager}?page=2${row}`,
    ]);
    const question = await staff.text(`${manager}/${ids[0]}/delete?page=2`);
    expect(question).toMatch(new RegExp(`href="${manager}\\?page=2#p${ids[0]}"[^>]*>Cancel`));
    expect(question).toContain(`action="${manager}/${ids[0]}/delete?page=2"`);
    expect((await staff.post(`${manager}/${ids[0]}/delete?page=2`)).headers.get("location")).toBe(`${manager}?page=2`);
  });

  test("finds no pick of the other stream", async () => {
    const id = await publish(staff, {}, api);
    const other = manager === "/admin/picks" ? "/admin/propicks" : "/admin/picks";
    const before = await everything(app);
    const statuses = [
      await staff.get(`${other}/${id}`),
      await staff.get(`${other}/${id}/delete`),
      await staff.post(`${other}/${id}`, pickFields()),
      await staff.post(`${other}/${id}/delete`),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([404, 404, 404, 303]);
    expect(await everything(app)).toBe(before);
  });

  test("sent after the session ended gets a 401 page that keeps the values", async () => {
    const id = await publish(staff, {}, api);
    await staff.post("/logout");
    const before = await everything(app);
    for (const path of [manager, `${manager}/${id}`]) {
      const answer = await staff.post(path, pickFields({ game: "Typed for an hour", version: "1" }));
      const html = await answer.text();
      expect(answer.status).toBe(401);
      expect([fieldValue(html, "game"), fieldValue(html, "unit_size"), fieldValue(html, "version")]).toEqual([
        "Typed for an hour",
        "1.5",
        "1",
      ]);
      expect(html).toMatch(
        new RegExp(`<form[^>]*method="post"[^>]*action="${path}"|<form[^>]*action="${path}"[^>]*method="post"`),
      );
      expect(visibleText(html)).toContain("You have been signed out, so this is not saved yet.");
    }
    expect(await everything(app)).toBe(before);
  });

  test("takes the id from the path, not the body, and can't change the stream", async () => {
    const [id, other] = [
      await publish(staff, { pick: "Target", game_date: upcomingDate() }, api),
      await publish(staff, { pick: "Untouched" }, api),
    ];
    await staff.post(`${manager}/${id}`, {
      ...formFields({ pick: "Changed" }),
      id: other,
      stream: "other",
      created_at: "1999-01-01T00:00:00.000Z",
      settled: "1",
    });
    const rows = await app.db
      .selectFrom("picks")
      .select(["id", "pick", "stream", "created_at"])
      .where("id", "in", [id, other])
      .orderBy("id")
      .execute();
    expect(rows.map((row) => [row.pick, row.stream, row.created_at.startsWith("1999")])).toEqual([
      ["Changed", stream, false],
      ["Untouched", stream, false],
    ]);
  });
});

function verdictOptions(html: string): (string | undefined)[][] {
  const select = /<select\b[^>]*\bname="verdict"[^>]*>([\s\S]*?)<\/select>/.exec(html)?.[1] ?? "";
  return [...select.matchAll(/<option\b[^>]*\bvalue="([^"]*)"[^>]*>([^<]*)</g)].map(([, value, label]) => [
    value,
    label,
  ]);
}

test("markup in a pick is escaped in the page and in its hydration data", async () => {
  await publish(staff, { pick: "</script><script>alert(1)</script>", game: "<img src=x onerror=alert(1)>" });
  for (const path of ["/dashboard", "/admin/picks"]) {
    const html = await staff.text(path);
    expect(html).not.toMatch(/<script>alert|<img src=x/);
    expect(visibleText(html)).toContain("<img src=x onerror=alert(1)>");
  }
});

test("the daily totals match the picks", async () => {
  const { stored, counted } = await totals(app);
  expect(stored).toEqual(counted);
});
