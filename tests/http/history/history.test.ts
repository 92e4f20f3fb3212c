import { beforeAll, describe, expect, test } from "vitest";
import { formatMoment } from "../../../app/time/instant-text.ts";
import { addDays, formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { dateIn } from "../../../app/time/zone-time.ts";
import type { Client } from "../../support/app/app.ts";
import { cards, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { middayZone } from "../../support/midday.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const today = dateIn(middayZone, new Date());
const ago = (days: number) => formatCalendarDate(addDays(today, -days));

// Days ago (null = without a date), sport, verdict, result; every pick stakes 1.5 units at 57.6 %.
const settled = [
  [0, "NBA", "✅", "1.5"],
  [1, "NBA", "❌", "-1.5"],
  [6, "MLB", "✅", "3"],
  [7, "NFL", "❌", "-1.5"],
  [29, "UFC", "✅", "0.75"],
  [30, "KBO", "➖", "0"],
  [40, "NHL", "🚫", "0"],
  [null, "NBA", "❌", "-0.25"],
] as const;

const app = useApp({ SITE_TIMEZONE: middayZone });
let member: Client;
beforeAll(async () => {
  const staff = await app.signedIn("superadmin");
  for (const path of ["/api/picks", "/api/propicks"]) {
    for (const [days, sport, verdict, units_result] of settled) {
      await publish(
        staff,
        {
          pick: nameOf(days),
          game_date: days === null ? "" : ago(days),
          sport,
          verdict,
          units_result,
          closing_line: "-3",
          beat_clv: "✅",
        },
        path,
      );
    }
    await publish(staff, { pick: "still open", game_date: ago(0) }, path);
  }
  member = await app.signedIn("user");
});

describe.each(["/history", "/propicks-history"])("%s", (path) => {
  test("shows five per page, newest game first, undated picks last, no open picks", async () => {
    expect(await shown(path)).toEqual(["d0", "d1", "d6", "d7", "d29"]);
    expect(await shown(`${path}?page=2`)).toEqual(["d30", "d40", "undated"]);
    expect(visibleText(await member.text(path))).toContain("Page 1 of 2");
  });

  test("shows when each pick was added, so that one added after its game is recognisable", async () => {
    const stream = path === "/history" ? "regular" : "pro";
    const added = await app.db
      .selectFrom("picks")
      .select("created_at")
      .where("stream", "=", stream)
      .where("pick", "=", "d29")
      .executeTakeFirstOrThrow();
    const html = await member.text(`${path}?sport=UFC`);
    expect(html).toContain(`<dt>Added on</dt><dd><time dateTime="${added.created_at}">`);
    expect(cards(html)[0]).toContain(`Added on ${formatMoment(added.created_at, middayZone)}`);
    expect(html.split(`times in ${middayZone}`)).toHaveLength(2);
  });

  test("oldest first reverses the dated picks and keeps the undated last", async () => {
    expect([...(await shown(`${path}?sort=oldest`)), ...(await shown(`${path}?sort=oldest&page=2`))]).toEqual([
      "d40",
      "d30",
      "d29",
      "d7",
      "d6",
      "d1",
      "d0",
      "undated",
    ]);
  });

  test.each([
    ["today", ["d0"]],
    ["yesterday", ["d1"]],
    ["last7", ["d0", "d1", "d6"]],
    ["last30", ["d0", "d1", "d6", "d7", "d29"]],
  ])("the range %s includes both ends", async (range, picks) => {
    expect(await shown(`${path}?range=${range}`)).toEqual(picks);
  });

  test.each([
    ["NBA", ["d0", "d1", "undated"]],
    ["MLB", ["d6"]],
    ["UFC", ["d29"]],
    ["Tennis", []],
  ])("filters by the sport %s", async (sport, picks) => {
    expect(await shown(`${path}?sport=${sport}`)).toEqual(picks);
  });

  test("the sport field shows the sport in use: the first of several, also one without results", async () => {
    const chosen = (html: string) =>
      [...html.matchAll(/<option[^>]* selected=""[^>]*>([^<]*)</g)].map(([, text]) => text);
    const twice = await member.text(`${path}?sport=MLB&sport=NBA`);
    expect([cards(twice).length, cards(twice)[0], chosen(twice)[0]]).toEqual([
      1,
      expect.stringContaining(" d6 "),
      "MLB",
    ]);
    if (path === "/history") expect(chosen(await member.text(`${path}?sport=WNBA`))[0]).toBe("WNBA");
  });

  test.each([
    ["0", 1],
    ["-3", 1],
    ["99", 2],
    ["9007199254740993", 1],
    ["abc", 1],
    ["", 1],
    ["1.5", 1],
    ["2", 2],
  ])("page %j shows page %i", async (page, expected) => {
    expect(visibleText(await member.text(`${path}?page=${page}`))).toContain(`Page ${expected} of 2`);
  });

  test("the five figures cover the whole list, with two decimals", async () => {
    expect(statsOf(await member.text(`${path}?page=2`))).toEqual(["50.00%", "+2.00", "22.22%", "7.00", "57.60%"]);
    expect(statsOf(await member.text(`${path}?sport=NBA`))).toEqual(["33.33%", "-0.25", "-5.56%", "3.00", "57.60%"]);
    expect(statsOf(await member.text(`${path}?sport=Tennis`))).toEqual(["–", "–", "–", "0.00", "–"]);
  });

  test.each([
    ["", 8, "3-3-1", "7.00"],
    ["&sport=NBA", 3, "1-2-0", "3.00"],
    ["&sport=KBO", 1, "0-0-1", "1.00"],
    ["&sport=NHL", 1, "0-0-0", "0.00"],
  ])("with %j lists %i picks, and the record of wins, losses and pushes is %s", async (query, rows, record, bets) => {
    const html = await member.text(`${path}?sort=oldest${query}`);
    const pages = [html, ...(rows > 5 ? [await member.text(`${path}?sort=oldest${query}&page=2`)] : [])];
    expect(pages.flatMap(cards)).toHaveLength(rows);
    expect(visibleText(html)).toContain(
      `${record}, ${query === "" ? "all sports" : query.replace("&sport=", "")}, all dates`,
    );
    expect(statsOf(html)[3]).toBe(bets);
  });

  test("a win, a loss, a push and a void differ in label and colour; a void says nothing about the closing line", async () => {
    const [first, second] = [await member.text(path), await member.text(`${path}?page=2`)];
    expect([...classesOf(first), ...classesOf(second)]).toEqual([
      "panel settled win",
      "panel settled loss",
      "panel settled win",
      "panel settled loss",
      "panel settled win",
      "panel settled push",
      "panel settled void",
      "panel settled loss",
    ]);
    const texts = [...cards(first), ...cards(second)];
    expect([texts[0], texts[1], texts[5], texts[6]]).toEqual([
      expect.stringMatching(/^✅ WIN – d0 \+1\.50 U NBA/),
      expect.stringMatching(/^❌ LOSS – d1 -1\.50 U NBA/),
      expect.stringMatching(/^➖ PUSH – d30 0\.00 U KBO/),
      expect.stringMatching(/^🚫 VOID – d40 0\.00 U NHL/),
    ]);
    expect(texts.map((text) => / -3( ✅ Beat the close)? /.exec(text)?.[0])).toEqual(
      texts.map((text) => (text.includes("VOID") ? " -3 " : " -3 ✅ Beat the close ")),
    );
    expect(texts[6]).not.toContain("the close");
  });

  test("a pager appears only with several pages, and keeps the filters", async () => {
    const html = await member.text(`${path}?sort=oldest`);
    const [pager = ""] = /<nav class="pager"[\s\S]*?<\/nav>/.exec(html) ?? [];
    expect([...pager.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => [text, href])).toEqual([
      ["1", `${path}?sort=oldest`],
      ["2", `${path}?sort=oldest&amp;page=2`],
      ["Next", `${path}?sort=oldest&amp;page=2`],
    ]);
    expect(pager).toContain('aria-current="page"');
    expect(await member.text(`${path}?range=last7`)).not.toContain('class="pager"');
  });

  test("a search finds a part of the pick or the game, says so, and is kept by the pager and the ranges", async () => {
    const html = await member.text(`${path}?q=Celtics&sport=NBA`);
    expect([cards(html).length, fieldValue(html, "q"), statsOf(html)[3]]).toEqual([3, "Celtics", "3.00"]);
    expect(visibleText(html)).toContain("Showing results for: “Celtics”, NBA Clear");
    expect(visibleText(html)).toContain("1-2-0, “Celtics”, NBA, all dates");
    expect(html).toContain(`href="${path}?q=Celtics&amp;sport=NBA&amp;range=last7"`);
    expect(await member.text(`${path}?q=celtics`)).toContain(`href="${path}?q=celtics&amp;page=2"`);
    expect(await shown(`${path}?q=D29`)).toEqual(["d29"]);
    const [none, tooLong] = [await member.text(`${path}?q=nobody`), await member.text(`${path}?q=${"x".repeat(101)}`)];
    expect([cards(none), statsOf(none)[3]]).toEqual([[], "0.00"]);
    expect([cards(tooLong).length, fieldError(tooLong, "q")]).toEqual([5, "At most 100 characters."]);
  });

  test("can be sorted by more than the date", async () => {
    const html = await member.text(`${path}?sort=price`);
    const [select = ""] = /<select[^>]*name="sort"[\s\S]*?<\/select>/.exec(html) ?? [];
    expect([...select.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
      "Newest First",
      "Oldest First",
      "By Start",
      "By Confidence",
      "By Edge",
      "By Price",
    ]);
    expect([cards(html).length, statsOf(html)[3]]).toEqual([5, "7.00"]);
  });

  test("the sheet's button says how many picks it shows, voids too", async () => {
    const button = async (query: string) => /Show [\d,]+ picks?/.exec(await member.text(`${path}?${query}`))?.[0];
    expect([await button(""), await button("sport=UFC"), await button("sport=Tennis")]).toEqual([
      "Show 8 picks",
      "Show 1 pick",
      "Show 0 picks",
    ]);
  });

  test("Reset clears the dates, or sets today's on Pro Pick History, where All dates clears them", async () => {
    const html = await member.text(`${path}?sport=NBA&range=last7&page=2`);
    const to = (label: string) => new RegExp(`href="([^"]*)">${label}</a>`).exec(html)?.[1];
    const isPro = path === "/propicks-history";
    expect([to("Reset"), to("All dates")]).toEqual(
      isPro
        ? [`${path}?sport=NBA&amp;date=${encodeURIComponent(ago(0))}`, `${path}?sport=NBA`]
        : [`${path}?sport=NBA`, undefined],
    );
  });

  test("an empty list says so", async () => {
    expect(visibleText(await member.text(`${path}?sport=Tennis`))).toContain(
      path === "/history" ? "No picks found." : "No pro picks found.",
    );
  });

  test.each(["sport=Chess", "sort=sideways", "range=forever", "sport=%00", "sort[]=x"])(
    "?%s does not crash and shows a list",
    async (query) => {
      const answer = await member.get(`${path}?${query}`);
      expect([200, 422]).toContain(answer.status);
      expect(cards(await answer.text())).toHaveLength(5);
    },
  );

  test("more than a hundred parameters get a 400 page", async () => {
    const answer = await member.get(`${path}?${Array.from({ length: 101 }, (_, index) => `a${index}=1`).join("&")}`);
    expect(answer.status).toBe(400);
  });
});

test.each(["02/30/2026", "2026-13-01", "yesterday", "13/13/2026", "1/1/26", "<b>", "2026-11-21T00:00:00Z"])(
  "the date %s is refused at its field, with the value kept",
  async (date) => {
    const query = new URLSearchParams({ start: date, end: ago(0), sport: "NBA" });
    const answer = await member.get(`/history?${query}`);
    const html = await answer.text();
    expect([
      answer.status,
      fieldError(html, "start"),
      fieldValue(html, "start"),
      fieldError(html, "end"),
      fieldValue(html, "end"),
      fieldValue(html, "sport"),
    ]).toEqual([422, "Date input not valid.", date, null, ago(0), "NBA"]);
    const pro = await member.text(`/propicks-history?${new URLSearchParams({ date })}`);
    expect([fieldError(pro, "date"), fieldValue(pro, "date")]).toEqual(["Date input not valid.", date]);
  },
);

test("start and end are inclusive, each works alone, and a reversed pair shows nothing", async () => {
  const at = (changes: Record<string, string>) => shown(`/history?${new URLSearchParams(changes)}`);
  expect(await at({ start: ago(7), end: ago(1) })).toEqual(["d1", "d6", "d7"]);
  expect(await at({ start: ago(1), end: ago(7) })).toEqual([]);
  expect(await at({ start: ago(6) })).toEqual(["d0", "d1", "d6"]);
  expect(await at({ end: ago(29) })).toEqual(["d29", "d30", "d40"]);
  expect(await at({ start: addDays(today, -7), end: ` ${ago(6)} ` })).toEqual(["d6", "d7"]);
});

test("a start date after the end date gives an empty list with the reason", async () => {
  const says = async (query: string) =>
    visibleText(await member.text(`/history?${query}`)).includes(
      "No picks found. The start date is after the end date.",
    );
  expect(
    await Promise.all(
      ["start=2026-11-02&end=2026-11-01", "start=1999-01-01&end=1999-01-01", "start=2999-01-01", "end=1999-01-01"].map(
        says,
      ),
    ),
  ).toEqual([true, false, false, false]);
});

test("a date overrides a quick range", async () => {
  expect(await shown(`/history?range=today&start=${ago(1)}&end=${ago(1)}`)).toEqual(["d1"]);
  expect(await shown(`/propicks-history?range=today&date=${ago(1)}`)).toEqual(["d1"]);
});

test("Pro Pick History shows the active filter, and Reset sets the date to today", async () => {
  const label = async (query: string) =>
    /Showing results for: (.*?) times in \S+ (?:🔍|Search)/.exec(
      visibleText(await member.text(`/propicks-history${query}`)),
    )?.[1];
  expect(await label("")).toBe("All dates");
  expect(await label("?range=last7")).toBe("Last 7 Days Clear");
  expect(await label("?range=last7&sport=NBA")).toBe("NBA, Last 7 Days Clear");
  expect(await label(`?date=${ago(1)}`)).toBe(`${ago(1)} Clear`);
  expect(await label("?sport=Chess")).toBe("All dates");
  expect(await member.text("/propicks-history")).toContain(
    `href="/propicks-history?date=${encodeURIComponent(ago(0))}"`,
  );
});

test.each(["/history", "/propicks-history", "/my-card?tab=results"])(
  "%s says that a filter is on, and how to see everything again",
  async (path) => {
    const [pathname, tab] = path.split("?");
    const filtered = await member.text(`${pathname}?${tab ? `${tab}&` : ""}sport=UFC&sort=oldest&range=today&page=2`);
    const everything = `${pathname}?${tab ? "tab=results&amp;" : ""}sort=oldest`;
    const clears = [...filtered.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(Clear(?: filters)?)<\/a>/g)];
    expect(clears.map(([, href, text]) => [text, href])).toEqual([
      ["Clear", everything],
      ["Clear filters", everything],
    ]);
    expect(filtered).toContain('<button class="btn on" type="button" popovertarget="search">🔍 Search</button>');
    const all = await member.text(path);
    expect(all).toContain('<button class="btn" type="button" popovertarget="search">🔍 Search</button>');
    expect([all.includes(">Clear<"), all.includes("Clear filters")]).toEqual([false, false]);
  },
);

test("a refused date stays in view: the search is in the page then", async () => {
  const html = await member.text("/history?start=13%2F45%2F2026");
  expect(html).toMatch(/<form [^>]*id="search"/);
  expect(html).not.toMatch(/<form [^>]*popover/);
  expect(html).toContain('value="13/45/2026"');
  expect(await member.text("/history")).toMatch(/<form [^>]*popover/);
});

test("Other on Pro Pick History is every unlisted sport; Pick History groups the sports beyond its two", async () => {
  expect(await shown("/propicks-history?sport=Other")).toEqual([]);
  const html = await member.text("/history");
  expect(/<optgroup label="More sports">([\s\S]*?)<\/optgroup>/.exec(html)?.[1]?.match(/value="[^"]+"/g)).toEqual([
    'value="NFL"',
    'value="NHL"',
    'value="UFC"',
    'value="KBO"',
  ]);
});

test("later changes and deletions by staff are shown, whichever way they were made", async () => {
  const staff = await app.signedIn("superadmin");
  const text = async () => visibleText(await member.text("/history?sport=Golf"));
  expect(await text()).not.toContain("The whole record so far");
  const [loss, other] = [
    await publish(staff, { sport: "Golf", verdict: "❌", units_result: "-1.5" }),
    await publish(staff, { sport: "Golf" }),
  ];
  await staff.call("PUT", `/api/picks/${other}`, { sim_confidence: 70, verdict: "✅", reason: "A typing error." });
  await staff.post(`/admin/picks/${loss}/delete`, { version: 1 });
  expect(await text()).toContain(
    "The whole record so far: 1 change to picks that were already published, 1 pick deleted.",
  );
  await staff.call("DELETE", `/api/picks/${other}`);
  expect(await text()).toContain("2 picks deleted.");
  expect(await (await member.call("GET", "/api/picks/record?sport=Golf")).json()).toMatchObject({
    corrections: { changed: 1, deleted: 2 },
  });
  expect(visibleText(await member.text("/propicks-history"))).not.toContain("The whole record so far");
});

function nameOf(days: number | null): string {
  return days === null ? "undated" : `d${days}`;
}

async function shown(path: string): Promise<string[]> {
  return cards(await member.text(path)).map((card) => /– (\S+)/.exec(card)?.[1] ?? card);
}

function classesOf(html: string): (string | undefined)[] {
  return [...html.matchAll(/<article class="([^"]*)"/g)].map(([, name]) => name);
}

function statsOf(html: string): string[] {
  const list = /<dl class="stats">([\s\S]*?)<\/dl>/.exec(html)?.[1] ?? "";
  return [...list.matchAll(/<dd>([\s\S]*?)<\/dd>/g)].map((match) => visibleText(match[1] ?? ""));
}
