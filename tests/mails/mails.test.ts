import { describe, expect, it } from "vitest";
import { affiliateApprovedMail } from "../../app/mails/affiliate-approved.ts";
import { confirmEmailMail } from "../../app/mails/confirm-email.ts";
import { html } from "../../app/mails/html.ts";
import { membershipActiveMail } from "../../app/mails/membership-active.ts";
import { newPicksMail } from "../../app/mails/new-picks.ts";
import { resetCodeMail } from "../../app/mails/reset-code.ts";
import { findHead } from "../../app/models/ledger/saved-head.ts";
import type { AnnouncedPick } from "../../app/models/news/announced-pick.ts";

const pick: AnnouncedPick = {
  stream: "regular",
  game: "Boston Celtics @ New York Knicks",
  game_date: "11/20/2026",
  time: "7:30 PM",
  starts_at: "2026-11-21T00:30:00.000Z",
  pick: "Knicks +2.5",
  sport: "NBA",
  tag: "SIM CERTIFIED",
  sim_confidence: 57.6,
  unit_size: 1.5,
  odds: null,
  book: "",
  playable_to: "",
  why: "",
};
const pro: AnnouncedPick = {
  ...pick,
  stream: "pro",
  pick: "Over 6.5",
  sport: "NHL",
  tag: "",
  sim_confidence: null,
  game: "",
  time: "",
  game_date: "",
  starts_at: null,
  why: "",
};
const hash = "9f".repeat(32);
const context = {
  started: 0,
  odds: "american" as const,
  head: { seq: 1234, hash, at: "2026-11-24T18:03:11.000Z" },
  origin: "https://picks.example",
  unsubscribeUrl: "https://picks.example/unsubscribe/T0KEN",
  settingsUrl: "https://picks.example/settings",
  helpline: "Call 1-800-GAMBLER.",
};
const mailOf = (...picks: AnnouncedPick[]) => newPicksMail({ picks, ...context });

describe("the mail about new picks", () => {
  it.each([
    [[pick], "1 new pick: NBA"],
    [[pick, pro, pick], "3 new picks: NBA, NHL"],
    [
      ["NBA", "MLB", "NFL", "UFC", "Golf", "Golf"].map((sport) => ({ ...pick, sport })),
      "6 new picks: NBA, MLB, NFL, UFC, more",
    ],
  ])("has the number of picks and their sports in its subject", (picks, subject) =>
    expect(mailOf(...picks).subject).toBe(subject),
  );

  it("has a plain text version", () => {
    expect(mailOf(pick, pro).text).toBe(`Simline

2 new picks

Knicks +2.5
Boston Celtics @ New York Knicks
NBA · 11/20/2026 · 7:30 PM
Sim confidence 57.6% · 1.5u · SIM CERTIFIED

PRO PICK: Over 6.5
NHL
Sim confidence – · 1.5u

Today's Picks: https://picks.example/dashboard
Pro Picks: https://picks.example/propicks

21+ only. Call 1-800-GAMBLER. Picks are for information and entertainment. They don't guarantee results.

You are getting this email because Email Notifications are enabled in your Simline settings.
Unsubscribe: https://picks.example/unsubscribe/T0KEN
Settings: https://picks.example/settings

Record so far: entry 1,234, 1234:${hash} 2026-11-24T18:03:11.000Z, check it at https://picks.example/record/verify?head=1234%3A${hash}+2026-11-24T18%3A03%3A11.000Z
`);
  });

  it("ends with the head of the record, which can be pasted as it is", () => {
    const { text, html: shown } = mailOf(pick);
    expect(findHead(text)).toEqual({ seq: 1234, hash, kept_at: "2026-11-24T18:03:11.000Z" });
    expect(shown).toContain(
      `href="https://picks.example/record/verify?head=1234%3A${hash}+2026-11-24T18%3A03%3A11.000Z"`,
    );
  });

  it.each([
    [0, [pick], ""],
    [1, [pick], "This email is late: the pick had already started when we sent it."],
    [2, [pick, pro], "This email is late: all picks had already started when we sent it."],
    [1, [pick, pro], "This email is late: 1 of 2 picks had already started when we sent it."],
  ])("says when %i of its games had started", (started, picks, text) => {
    const mail = newPicksMail({ ...context, picks, started });
    expect([mail.text.includes("late"), mail.html.includes("late"), mail.text.includes(text)]).toEqual([
      text !== "",
      text !== "",
      true,
    ]);
  });

  it("has the whole text of why a pick was made", () => {
    const why = `Their bench <b>shoots better</b>.\n${"More. ".repeat(100)}`.trim();
    const mail = newPicksMail({ ...context, picks: [{ ...pick, why }] });
    expect([
      mail.text.includes(why),
      mail.html.includes("&lt;b&gt;shoots better"),
      mail.html.includes("<b>shoots"),
    ]).toEqual([true, true, false]);
  });

  it("has prices as its reader wants them", () => {
    const mail = newPicksMail({ ...context, picks: [{ ...pick, odds: -110 }], odds: "decimal" });
    expect([mail.text.includes("1.91"), mail.html.includes("1.91"), mail.text.includes("-110")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("has the price, the book and the last playable line, as far as they are known", () => {
    const priced = { ...pick, odds: -110, book: "DraftKings", playable_to: "-4.5" };
    expect(mailOf(priced).text).toContain("\n\nKnicks +2.5\n-110 DraftKings · playable to -4.5\nBoston Celtics @");
    expect(mailOf(priced).html).toMatch(/>\s*-110 DraftKings · playable to -4.5\s*</);
    expect(mailOf({ ...pick, odds: 135 }).text).toContain("\nKnicks +2.5\n+135\nBoston");
    expect(mailOf({ ...pick, playable_to: "+2" }).text).toContain("\nKnicks +2.5\nplayable to +2\nBoston");
  });

  it("has the same content in HTML as in text", () => {
    const mail = mailOf(pick, pro);
    for (const words of [
      "2 new picks",
      "Knicks +2.5",
      "NBA · 11/20/2026 · 7:30 PM",
      "57.6% · 1.5u · SIM\u00a0CERTIFIED",
      "PRO PICK",
      "Over 6.5",
      "21+ only.",
      "1-800-GAMBLER",
    ])
      expect(mail.html).toContain(words);
    expect([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual([
      "https://picks.example/dashboard",
      "https://picks.example/propicks",
      context.unsubscribeUrl,
      context.settingsUrl,
      `https://picks.example/record/verify?head=1234%3A${hash}+2026-11-24T18%3A03%3A11.000Z`,
    ]);
  });

  it("links to a stream's page only when it has picks of that stream", () => {
    expect(mailOf(pick).text).not.toContain("/propicks");
    expect(mailOf(pro).text).not.toContain("/dashboard");
  });

  it("has no images, scripts or other remote content", () => {
    expect(mailOf(pick, pro).html).not.toMatch(/<(img|script|link|iframe|form)|url\(|src=|@import/i);
  });

  it("escapes what staff typed", () => {
    const typed = `<b onclick="x">'&amp;</b><script>alert(1)</script>`;
    const { html: body } = mailOf({ ...pick, pick: typed, game: typed, time: typed });
    expect(
      body.split("&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;amp;&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
    ).toHaveLength(4);
    expect(body).not.toMatch(/<script|<b /);
  });
});

describe("the mail with a reset code", () => {
  it("has the code in its body only, its validity, and what to do if you did not ask for it", () => {
    const mail = resetCodeMail("00471108");
    expect(mail.subject).toBe("Your Simline code");
    for (const body of [mail.text, mail.html])
      for (const words of [
        "0047 1108",
        "expires in 10 minutes",
        "the browser where you asked",
        "If you did not ask for it, ignore this email",
      ])
        expect(body).toContain(words);
    expect(mail.html).not.toMatch(/href|src=/);
  });
});

describe("the mail that confirms an address", () => {
  it("has one link, its validity, and what to do if you did not sign up", () => {
    const url = "https://picks.example/confirm-email/T0KEN";
    const mail = confirmEmailMail(url);
    expect(mail.subject).toBe("Confirm your email");
    for (const body of [mail.text, mail.html])
      for (const words of [url, "expires in 7 days", "If it was not you, ignore this email"])
        expect(body).toContain(words);
    expect([...mail.html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link)).toEqual([url]);
  });
});

describe("the html template tag", () => {
  it("escapes texts in elements and attributes, and keeps its own markup", () => {
    const part = html`<i title="${`"'`}">${"<&>"}</i>`;
    expect(html`<p>${part}${[part]}${1}</p>`.markup).toBe(
      '<p><i title="&quot;&#39;">&lt;&amp;&gt;</i><i title="&quot;&#39;">&lt;&amp;&gt;</i>1</p>',
    );
  });
});

describe("the mail to a new affiliate", () => {
  const approved = {
    name: "Dana <b>Sample",
    link: "https://picks.example/signup?ref=K7WMQ4TD",
    page: "https://picks.example/partners/T0KEN",
    ratePercent: 20,
    dueAfterDays: 30,
  };

  it("explains the link and says that the page is secret", () => {
    expect(affiliateApprovedMail(approved)).toMatchObject({
      subject: "Your Simline affiliate link",
      text: `Simline

Welcome, Dana <b>Sample. You are now a Simline affiliate.

Share this link. When someone signs up through it, you earn 20% of their first payment, due to you 30 days later:
https://picks.example/signup?ref=K7WMQ4TD

Your affiliate page shows your clicks, signups and commission. Keep this private: anyone with the link can see these figures.
https://picks.example/partners/T0KEN

You are getting this email because someone applied to become an affiliate with this address. If it was not you, ignore it.
`,
    });
  });

  it("escapes the name, loads nothing and links to the page only", () => {
    const mail = affiliateApprovedMail(approved);
    expect([
      mail.html.includes("Dana &lt;b&gt;Sample"),
      mail.html.includes(approved.link),
      /<(img|script|link|iframe|form)|url\(|src=|@import/i.test(mail.html),
    ]).toEqual([true, true, false]);
    expect([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual([approved.page]);
  });
});

it("the mail about an active membership has the same content in text and HTML, with the sign-in link", () => {
  const { subject, text, html } = membershipActiveMail({
    signInUrl: "https://picks.example/login",
    supportEmail: "help@picks.example",
  });
  expect(subject).toBe("Your Simline membership is active");
  expect(text).toBe(`Simline

We confirmed your payment, and your membership is active. You can now see picks, history and lessons.

Sign in: https://picks.example/login

Questions? Write to help@picks.example.
`);
  for (const part of [
    "We confirmed your payment",
    '<a href="https://picks.example/login"',
    "Write to help@picks.example.",
  ])
    expect(html).toContain(part);
});
