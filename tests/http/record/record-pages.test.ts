/** The pages and files of the public record, and where other pages lead to it. */
import { beforeEach, describe, expect, test } from "vitest";
import { digestOf } from "../../../app/models/ledger/canonical.ts";
import type { App, Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { futureDate } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { decode, visibleText } from "../../support/pages/html.ts";

const tomorrow = { game_date: futureDate(1), pick: "Knicks +2.5 (-110)", unit_size: "1" };

async function settled(staff: Client, verdict: string, changes: object = {}, path = "/api/picks"): Promise<number> {
  const id = await publish(staff, { ...tomorrow, ...changes }, path);
  expect((await staff.call("PUT", `${path}/${id}`, { verdict })).status).toBe(200);
  return id;
}

async function readingOf(app: App, path: string): Promise<{ html: string; text: string }> {
  const html = await app.client().text(path);
  return { html, text: visibleText(html) };
}

/** The rows of one table, as texts. */
function rowsOf(html: string, label: string): string[] {
  const table = new RegExp(`aria-label="${label}">.*?<tbody>(.*?)</tbody>`, "s").exec(html)?.[1] ?? "";
  return [...table.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => visibleText(row));
}

const app = useApp();
let staff: Client;
let win = 0;
let loss = 0;

beforeEach(async () => {
  await app.reset();
  staff = await app.signedIn("superadmin");
  win = await settled(staff, "win", { game: "Miami Heat @ New York Knicks" });
  loss = await settled(staff, "loss", { game: "Utah Jazz @ New York Knicks", sport: "MLB" }, "/api/propicks");
  await settled(staff, "void", { game: "Boston Celtics @ New York Knicks" });
  await publish(staff, { ...tomorrow, game_date: futureDate(-2), game: "Chicago Bulls @ New York Knicks" });
  await publish(staff, { ...tomorrow, game: "Secret Club @ New York Knicks" });
  const answer = await staff.call("PUT", `/api/propicks/${loss}`, { odds: "-120", reason: "Mistyped <price>." });
  expect(answer.status).toBe(200);
});

describe("/record", () => {
  test("says what counts and where every other pick went, without scripts", async () => {
    const { html, text } = await readingOf(app, "/record");
    expect(text).toContain("Won, lost, pushed 1 – 1 – 0");
    expect(text).toContain("ROI % too few to judge");
    for (const line of [
      "All 5 picks Counted in the figures above 2 Void: stake returned 1 Listed, but not counted 1",
      "published after the start 1 Locked until their games start 1 Every pick published here 5",
      "Exceptions Corrected after the start 1 Graded by hand 3 Pick History also counts",
      "2 decided: too few to judge.",
      "If we rewrote the record, anyone with a saved fingerprint would notice.",
    ])
      expect(text).toContain(line);
    expect(html).not.toMatch(/<script/);
  });

  test("lists every revealed pick, losers like winners, and of a sealed one nothing but its seal", async () => {
    const { html, text } = await readingOf(app, "/record");
    const rows = rowsOf(html, "Revealed picks table");
    expect(rows.map((row) => row.replace(/ \d+ (h|min|days).*? (its start|NBA)/, " … $2"))).toEqual([
      expect.stringMatching(
        /^OPEN Knicks \+2\.5 \(-110\) Chicago Bulls @ New York Knicks Not counted: published after/,
      ),
      expect.stringMatching(/^VOID .*Celtics.*Void: no action, stake back.* 0\.00 U$/),
      expect.stringMatching(/^LOSS .*Utah Jazz.*Corrected after the start.* MLB · Pro 1u .* -1\.00 U$/),
      expect.stringMatching(/^WIN .*Miami Heat.* NBA · Regular 1u .* \+0\.91 U$/),
    ]);
    expect(rowsOf(html, "Sealed picks table")).toEqual([expect.stringMatching(/[0-9a-f]{16}…/)]);
    expect(text).not.toContain("Secret Club");
  });

  test.each([
    ["result=loss", ["LOSS"]],
    ["stream=pro", ["LOSS"]],
    ["sport=MLB&stream=regular", []],
    ["show=corrected", ["LOSS"]],
    ["show=counted", ["LOSS", "WIN"]],
    ["show=published-after-the-start", ["OPEN"]],
    ["market=spread&result=win", ["WIN"]],
  ])("?%s filters the revealed picks, and nothing of the sealed ones", async (query, results) => {
    const { html } = await readingOf(app, `/record?${query}`);
    const shown = rowsOf(html, "Revealed picks table").map((row) => row.split(" ")[0]);
    expect(shown).toEqual(results.length === 0 ? ["No"] : results);
    expect(rowsOf(html, "Sealed picks table").length).toBe(1);
  });

  test("names a filter that is none, and shows everything", async () => {
    const answer = await app.client().fetch("/record?result=x&split=y");
    const html = await answer.text();
    expect([answer.status, rowsOf(html, "Revealed picks table").length]).toEqual([422, 4]);
    expect(visibleText(html)).toContain("Choose from the list.");
  });

  test("splits by stream, sport, market and month", async () => {
    const { html, text } = await readingOf(app, "/record?split=stream");
    expect(text).toContain("checked by handicappers. Pro picks are the handicappers' own choice.");
    expect(rowsOf(html, "Split by stream table")).toEqual([
      expect.stringMatching(/^Pro 0–1–0 -1\.00 U too few/),
      expect.stringMatching(/^Regular 1–0–0 \+0\.91 U/),
    ]);
  });
});

describe("/record/picks/REF", () => {
  test("tells the history of a pick, and opens its seals", async () => {
    const { html, text } = await readingOf(app, `/record/picks/pro:${loss}`);
    const events = [...html.matchAll(/<h2>([^<]*)<\/h2><p><time/g)].map(([, title]) => title);
    expect(events).toEqual(["Published, sealed", "Pick made public", "Settled by hand", "Corrected after the start"]);
    expect(html).toContain("<title>Knicks +2.5 (-110): pick history");
    expect(text).toContain("Price was -110 → now -120");
    expect(text).toContain("“Mistyped <price>.”");
    const [salt = "", content = ""] = decode(/class="code">([^<]*)</.exec(html)?.[1] ?? "").split("\n");
    expect(html).toContain(digestOf(salt, content));
    expect(JSON.parse(content)).toMatchObject({ game: "Utah Jazz @ New York Knicks", odds: -110 });
  });

  test.each(["regular:99999", "regular:x", "pro:1:1", "x"])("%s is not found", async (ref) => {
    expect((await app.client().fetch(`/record/picks/${ref}`)).status).toBe(404);
  });
});

test("/record/sealed has whole seals and nothing else", async () => {
  const { html, text } = await readingOf(app, "/record/sealed");
  expect(rowsOf(html, "Sealed picks table")).toEqual([expect.stringMatching(/\b[0-9a-f]{64}\b/)]);
  expect(text).not.toMatch(/Secret|NBA/);
});

describe("/record.csv", () => {
  const download = (query: string, address: string) =>
    app.client().fetch(`/record.csv${query}`, { headers: { "X-Forwarded-For": address } });

  test("has a line for each revealed pick, also of a search", async () => {
    const answer = await download("", "198.51.100.7");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="record.csv"');
    const [head = "", ...lines] = (await answer.text()).trim().split("\r\n");
    expect(head).toMatch(/^\uFEFF?ref,result,counts,units,published_at,/);
    expect(lines.map((line) => line.split(",").slice(0, 4).join(","))).toEqual([
      expect.stringMatching(/^regular:\d+,open,published after the start,$/),
      expect.stringMatching(/^regular:\d+,void,yes,0$/),
      `pro:${loss},loss,yes,-1`,
      `regular:${win},win,yes,0.91`,
    ]);
    expect((await (await download("?result=win", "198.51.100.7")).text()).trim().split("\r\n").length).toBe(2);
  });

  test("comes 10 times an hour to an address", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await download("", "198.51.100.8")).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await download("", "198.51.101.9")).status).toBe(200);
  });
});

test("a page is the same whatever else its address says: what was understood of it", async () => {
  const shown = async (path: string) => (await app.client().text(path)).replace(/nonce="[^"]*"/g, "");
  expect(await shown("/record?x=1&sport=&page=99&split=sport&utm=a")).toBe(await shown("/record"));
  expect(await shown("/record?x=1&result=win&sport=NBA")).toBe(await shown("/record?sport=NBA&result=win"));
  expect(await shown("/record?result=win")).toContain('href="/record.csv?result=win"');
  for (const path of [`/record/picks/regular:${win}`, "/record/sealed", "/record/how-to-check"])
    expect(await shown(`${path}?x=1`)).toBe(await shown(path));
});

test("an address gets 120 pages a minute, and then is asked to wait", async () => {
  const from = (address: string) => (path: string) =>
    app.client().fetch(path, { headers: { "X-Forwarded-For": address } });
  const busy = from("198.51.100.40");
  const paths = ["/record/how-to-check", "/record/sealed", `/record/picks/regular:${win}`];
  const statuses = new Set<number>();
  for (let count = 0; count < 120; count += 1) statuses.add((await busy(paths[count % 3] ?? "")).status);
  expect([...statuses]).toEqual([200]);
  for (const path of [...paths, "/record", "/record/verify", "/record.xml"]) {
    const refused = await busy(path);
    expect([path, refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([path, 429, true]);
  }
  expect(visibleText(await (await busy("/record")).text())).toContain("At most 120 pages of the record a minute.");
  const others = [busy("/api/record"), from("198.51.101.41")("/record")];
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
});

test("/record.xml is a feed of what became known, the newest first", async () => {
  const answer = await app.client().fetch("/record.xml");
  const feed = await answer.text();
  expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const titles = [...feed.matchAll(/<entry><title>([^<]*)<\/title>/g)].map(([, title]) => title);
  expect(titles.length).toBe(4);
  // Corrected last.
  expect(titles[0]).toBe("LOSS · Knicks +2.5 (-110) · -1.00 U");
  expect(feed).toContain(`<id>${app.origin}/record/picks/pro:${loss}</id>`);
  expect(feed).not.toContain("Secret Club");
});

describe("other pages", () => {
  test("a settled card leads to the pick's history, and says that it was corrected", async () => {
    const member = await app.signedIn("user");
    const html = await member.text("/propicks-history");
    expect(html).toContain(`href="/record/picks/pro:${loss}"`);
    expect(visibleText(html)).toContain("Corrected");
    const regular = await member.text("/history");
    expect(regular).toContain(`href="/record/picks/regular:${win}"`);
    expect(visibleText(regular)).not.toContain("Corrected");
    expect(visibleText(regular)).toContain("The public record leaves out picks published without a price");
  });

  test("a closing line that is filled in later is no correction", async () => {
    const id = await settled(staff, "win", { game: "Orlando Magic @ New York Knicks" });
    expect((await staff.call("PUT", `/api/picks/${id}`, { closing_line: "+2" })).status).toBe(200);
    const { text } = await readingOf(app, `/record/picks/regular:${id}`);
    expect(text).toContain("Missing details added after the start");
    expect(text).not.toContain("Corrected");
    expect(visibleText(await (await app.signedIn("user")).text("/history"))).not.toContain("Corrected");
  });

  test("Record is in the header of visitors and members", async () => {
    expect((await readingOf(app, "/pricing")).html).toContain('href="/record">Record</a>');
    expect(await (await app.signedIn("user")).text("/dashboard")).toContain('href="/record">Record</a>');
  });
});

describe("the landing page", () => {
  test("shows the record once 25 bets are decided, above the samples", async () => {
    await app.reset();
    const editor = await app.signedIn("superadmin");
    const verdicts = ["win", "loss", "loss"] as const;
    for (let index = 0; index < 24; index += 1)
      await settled(editor, verdicts[index % 3] ?? "win", { game: `Team ${index} @ New York Knicks` });
    expect((await readingOf(app, "/")).text).not.toContain("The Record So Far");
    const before = await tagOfPicture();
    await settled(editor, "push", { game: "Team 98 @ New York Knicks" });
    await settled(editor, "loss", { game: "Team 99 @ New York Knicks", pick: "Knicks +9.5 (-110)" });
    const judged = await tagOfPicture();
    expect(judged).not.toBe(before);
    const { html, text } = await readingOf(app, "/");
    expect(text).toMatch(/The Record So Far 8–17–1 -9\.72 U Won, lost, pushed, and units, since \w+ \d+, \d{4}\./);
    expect(text.match(/\b(WIN|LOSS)\b/g)?.slice(1, 11)).toHaveLength(10);
    expect(text).toContain("Knicks +9.5 (-110)");
    const order = ['id="results"', "The Record So Far", "Miami Heat @ Boston Celtics"].map((part) =>
      html.indexOf(part),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    // The ticket beside the headline is the newest of them, a lost one here.
    const ticket = text.slice(0, text.indexOf("Available Sports"));
    expect(ticket).toContain("LOSS – Knicks +9.5 (-110)");
    expect(ticket).toContain("A settled pick of ours, as it was published");
    expect(ticket).not.toContain("Sample");
    expect(html).toContain('href="/record">See every pick we ever published</a>');
    await settled(editor, "win", { game: "Team 100 @ New York Knicks" });
    expect(await tagOfPicture()).not.toBe(judged);
  });

  /** Of the picture that comes with a shared link. */
  async function tagOfPicture(): Promise<string> {
    const answer = await app.client().get("/share.png?page=record");
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 1200, 630]);
    const tag = answer.headers.get("etag") ?? "";
    const again = await app.client().fetch("/share.png?page=record", { headers: { "If-None-Match": tag } });
    expect(again.status).toBe(304);
    return tag;
  }
});

describe("with PUBLIC_RECORD=0", () => {
  const closed = useApp({ PUBLIC_RECORD: "0" });

  test("all of it is for members", async () => {
    const [visitor, member] = [closed.client(), await closed.signedIn("user")];
    const paths = ["/record", "/record/sealed", "/record/picks/regular:1", "/record.csv", "/record.xml"];
    const statuses = async (client: Client) => Promise.all(paths.map(async (at) => (await client.get(at)).status));
    expect([await statuses(visitor), await statuses(member)]).toEqual([
      [302, 302, 302, 302, 302],
      [200, 200, 404, 200, 200],
    ]);
    expect(await visitor.text("/")).not.toContain('href="/record"');
    expect(await member.text("/dashboard")).toContain('href="/record">Record</a>');
  });
});
