import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { formFields, pickFields, upcomingDate } from "../../support/database/factories.ts";
import { everything, publish, totals } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const reason = "A typing error.";
const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

const keys = [
  "away",
  "away_score",
  "beat_clv",
  "book",
  "closing_line",
  "closing_odds",
  "created_at",
  "external_id",
  "game",
  "game_date",
  "game_external_id",
  "home",
  "home_score",
  "id",
  "line",
  "market",
  "odds",
  "pick",
  "playable_to",
  "published_at",
  "side",
  "sim_confidence",
  "sport",
  "starts_at",
  "tag",
  "time",
  "unit_size",
  "units_result",
  "verdict",
  "version",
  "why",
];

describe.each(["/api/picks", "/api/propicks"])("%s", (path) => {
  test("POST answers 201 with the row, its date as MM/DD/YYYY and numbers as numbers", async () => {
    const answer = await staff.call("POST", path, formFields({ sim_confidence: " 57.6 % ", unit_size: 1.25 }));
    const row = await answer.json();
    expect([answer.status, Object.keys(row).sort()]).toEqual([201, keys]);
    expect(row).toMatchObject({
      game_date: upcomingDate(),
      sim_confidence: 57.6,
      unit_size: 1.25,
      units_result: null,
      verdict: "",
      version: 1,
    });
    expect(new Date(String(row.created_at)).toISOString()).toBe(row.created_at);
  });

  test("a member who may not save gets the stream's own message", async () => {
    const member = await app.signedIn("user");
    const id = await publish(staff, {}, path);
    const words = path === "/api/propicks" ? "You are not authorized to add pro picks." : "You are not authorized.";
    for (const [method, at] of [
      ["POST", path],
      ["PUT", `${path}/${id}`],
    ] as const) {
      const answer = await member.call(method, at, pickFields());
      expect([method, answer.status, await answer.json()]).toEqual([method, 403, { error: words }]);
    }
  });

  test("read, changed and deleted answer 200, afterwards 404", async () => {
    const id = await publish(staff, {}, path);
    const read = await staff.call("GET", `${path}/${id}`);
    expect([read.status, (await read.json()).id]).toEqual([200, id]);
    const changed = await staff.call("PUT", `${path}/${id}`, pickFields({ verdict: "❌", reason }));
    expect([changed.status, (await changed.json()).verdict]).toEqual([200, "❌"]);
    const deleted = await staff.call("DELETE", `${path}/${id}`);
    expect([deleted.status, await deleted.json()]).toEqual([200, { ok: true }]);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const gone = await staff.call(method, `${path}/${id}`, method === "PUT" ? {} : undefined);
      expect([gone.status, await gone.json()]).toEqual([404, { error: "This pick no longer exists." }]);
    }
  });

  test.each([
    ["won", "✅"],
    [" W ", "✅"],
    ["✅", "✅"],
    ["LOST", "❌"],
    ["l", "❌"],
    ["tie", "➖"],
    ["Push", "➖"],
    ["No Action", "🚫"],
    ["canceled", "🚫"],
    ["Cancelled", "🚫"],
    ["  ", ""],
  ])("POST and PUT store and answer the mark of the verdict %j: %s", async (verdict, mark) => {
    const created = await staff.call("POST", path, pickFields({ verdict }));
    const { id, ...row } = await created.json();
    expect([created.status, row.verdict]).toEqual([201, mark]);
    const other = mark === "" ? "✅" : "";
    await staff.call("PUT", `${path}/${id}`, { verdict: other, reason });
    const changed = await staff.call("PUT", `${path}/${id}`, { verdict, reason });
    expect([changed.status, (await changed.json()).verdict]).toEqual([200, mark]);
    expect(await verdictOf(id)).toBe(mark);
    const same = await staff.call("PUT", `${path}/${id}`, { verdict: mark, reason });
    expect((await same.json()).version).toBe(3);
  });

  test.each(["maybe", "winner", "open", "-", "✔", "✅✅", "half win", "pending", 0, true, ["✅"], {}])(
    "the verdict %j is refused at its field, and nothing is stored",
    async (verdict) => {
      const id = await publish(staff, { verdict: "❌" }, path);
      const before = await everything(app);
      for (const [method, at, body] of [
        ["POST", path, pickFields({ verdict })],
        ["PUT", `${path}/${id}`, { verdict }],
      ] as const) {
        const answer = await staff.call(method, at, body);
        const { error, fields } = await answer.json();
        expect([method, answer.status, error, Object.keys(fields)]).toEqual([
          method,
          400,
          "Please check the marked fields.",
          ["verdict"],
        ]);
        if (typeof verdict === "string") expect(fields.verdict).toBe("Choose a verdict: win, loss, push or void.");
      }
      expect(await everything(app)).toBe(before);
    },
  );

  test("pushes and voids are in the list of settled picks", async () => {
    const ids = [await publish(staff, { verdict: "🚫" }, path), await publish(staff, { verdict: "➖" }, path)];
    const rows: { id: number; verdict: string }[] = await (await staff.call("GET", `${path}?status=settled`)).json();
    expect(rows.slice(0, 2).map(({ id, verdict }) => [id, verdict])).toEqual([
      [ids[1], "➖"],
      [ids[0], "🚫"],
    ]);
  });

  test("a partial PUT leaves the other fields unchanged", async () => {
    const id = await publish(staff, { closing_line: "+2", game_date: "11/20/2026" }, path);
    const before = await (await staff.call("GET", `${path}/${id}`)).json();
    const after = await (await staff.call("PUT", `${path}/${id}`, { pick: "Only this", reason })).json();
    const unread = { market: "", side: "", line: null, beat_clv: "" };
    expect(after).toEqual({ ...before, ...unread, pick: "Only this", version: 2 });
    expect(
      await (await staff.call("PUT", `${path}/${id}`, { sim_confidence: null, closing_line: "", reason })).json(),
    ).toEqual({ ...after, sim_confidence: null, closing_line: "", version: 3 });
  });

  test("a PUT with a stale version is a conflict, without a version it is saved", async () => {
    const id = await publish(staff, {}, path);
    expect((await staff.call("PUT", `${path}/${id}`, { pick: "a", version: 1, reason })).status).toBe(200);
    const stale = await staff.call("PUT", `${path}/${id}`, { pick: "b", version: 1, reason });
    expect([stale.status, (await stale.json()).error]).toEqual([
      409,
      expect.stringMatching(/^Somebody else changed this pick/),
    ]);
    expect((await staff.call("PUT", `${path}/${id}`, { pick: "c", reason })).status).toBe(200);
  });

  test.each(["abc", "-2", "1.5", "", [], {}, true])("the version %j is refused", async (version) => {
    const id = await publish(staff, {}, path);
    const before = await everything(app);
    expect((await staff.call("PUT", `${path}/${id}`, { pick: "b", version, reason })).status).toBe(400);
    expect(await everything(app)).toBe(before);
  });

  test("all invalid fields are named, and nothing is stored", async () => {
    const before = await everything(app);
    const answer = await staff.call("POST", path, {
      game: "x".repeat(201),
      game_date: "13/01/2026",
      sport: "Sudoku",
      tag: "",
      unit_size: "",
      sim_confidence: "-1",
      units_result: 1000.1,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        error: "Please check the marked fields.",
        fields: {
          game: "At most 200 characters.",
          game_date: "Date input not valid.",
          sport: "Choose a sport.",
          tag: "Choose a tag.",
          unit_size: "Enter a number of units, like 1.5.",
          sim_confidence: "Must be between 0 and 100.",
          units_result: "Must be between -1000 and 1000.",
        },
      },
    ]);
    expect(await everything(app)).toBe(before);
  });

  test("a pick of the other stream is not found", async () => {
    const other = path === "/api/picks" ? "/api/propicks" : "/api/picks";
    const id = await publish(staff, {}, other);
    const before = await everything(app);
    for (const method of ["GET", "PUT", "DELETE"])
      expect((await staff.call(method, `${path}/${id}`, method === "PUT" ? { pick: "x" } : undefined)).status).toBe(
        404,
      );
    expect(await everything(app)).toBe(before);
  });

  test.each([
    "0",
    "-1",
    "1.5",
    "01",
    "+1",
    "1e1",
    "0x1",
    "9007199254740992",
    "9007199254740993",
    "abc",
    "9".repeat(300),
    "%20",
    "1%20",
    "1;drop",
    "null",
    "Infinity",
    "१",
  ])("the id %s finds nothing", async (id) => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await staff.call(method, `${path}/${id}`, method === "PUT" ? {} : undefined);
      expect([method, answer.status, (await answer.json()).error]).toEqual([
        method,
        404,
        "This pick no longer exists.",
      ]);
    }
  });

  test("a wrong method gets 405 with the allowed methods", async () => {
    const id = await publish(staff, {}, path);
    for (const [method, at, allow] of [
      ["PUT", path, "GET, POST, HEAD"],
      ["DELETE", path, "GET, POST, HEAD"],
      ["PATCH", path, "GET, POST, HEAD"],
      ["POST", `${path}/${id}`, "GET, PUT, DELETE, HEAD"],
      ["OPTIONS", path, "GET, POST, HEAD"],
    ] as const) {
      const answer = await staff.call(method, at);
      expect([method, answer.status, answer.headers.get("allow"), Object.keys(await answer.json())]).toEqual([
        method,
        405,
        allow,
        ["error"],
      ]);
    }
  });

  test("HEAD answers like GET without a body", async () => {
    const answer = await staff.call("HEAD", path);
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });
});

function verdictOf(id: number): Promise<string | undefined> {
  return app.db
    .selectFrom("picks")
    .select("verdict")
    .where("id", "=", id)
    .executeTakeFirst()
    .then((row) => row?.verdict);
}

test("an unknown /api path answers 404 as JSON for every method", async () => {
  for (const method of ["GET", "POST", "PUT", "DELETE"]) {
    for (const path of ["/api", "/api/", "/api/nothing", "/api/picks/1/2", "/api/user", "/api/__proto__"]) {
      const answer = await staff.call(method, path, method === "GET" ? undefined : {});
      expect([method, path, answer.status, answer.headers.get("content-type")]).toEqual([
        method,
        path,
        404,
        expect.stringContaining("application/json"),
      ]);
      expect(Object.keys(await answer.json())).toEqual(["error"]);
    }
  }
});

test("an API path in capitals is still handled by the API", async () => {
  for (const method of ["PUT", "DELETE", "GET"]) {
    const answer = await staff.call(method, "/API/picks/999999", method === "PUT" ? {} : undefined);
    expect([method, answer.status, answer.headers.get("content-type")]).toEqual([
      method,
      404,
      "application/json; charset=utf-8",
    ]);
  }
});

test("the daily totals match the picks", async () => {
  const { stored, counted } = await totals(app);
  expect(stored).toEqual(counted);
});
