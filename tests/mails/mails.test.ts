import { describe, expect, it } from "vitest";
import { affiliateApprovedMail } from "../../app/mails/affiliate-approved.ts";
import { confirmEmailMail } from "../../app/mails/confirm-email.ts";
import { html } from "../../app/mails/html.ts";
import { membershipActiveMail } from "../../app/mails/membership-active.ts";
import { newPicksMail } from "../../app/mails/new-picks.ts";
import { resetCodeMail } from "../../app/mails/reset-code.ts";
import type { AnnouncedPick } from "../../app/models/picks/pick.ts";

const pick: AnnouncedPick = { stream: "regular", game: "Boston Celtics @ New York Knicks", game_date: "11/20/2026", time: "7:30 PM", pick: "Knicks +2.5", sport: "NBA", tag: "SIM CERTIFIED", sim_confidence: 57.6, unit_size: 1.5 };
const pro: AnnouncedPick = { ...pick, stream: "pro", pick: "Over 6.5", sport: "NHL", tag: "", sim_confidence: null, game: "", time: "", game_date: "" };
const around = { origin: "https://picks.example", unsubscribeUrl: "https://picks.example/unsubscribe/T0KEN", settingsUrl: "https://picks.example/settings", helpline: "Call 1-800-GAMBLER." };
const mailOf = (...picks: AnnouncedPick[]) => newPicksMail({ picks, ...around });

describe("the mail about new picks", () => {
  it.each([
    [[pick], "1 new pick: NBA"],
    [[pick, pro, pick], "3 new picks: NBA, NHL"],
    [["NBA", "MLB", "NFL", "UFC", "Golf", "Golf"].map((sport) => ({ ...pick, sport })), "6 new picks: NBA, MLB, NFL, UFC, more"],
  ])("says in its subject how many and of what", (picks, subject) => expect(mailOf(...picks).subject).toBe(subject));

  it("says the same as text", () => {
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

21+ only. Call 1-800-GAMBLER. For information and entertainment; picks are no guarantee.

You get this email because Email Notifications are enabled in your Simline settings.
Unsubscribe: https://picks.example/unsubscribe/T0KEN
Settings: https://picks.example/settings
`);
  });

  it("says in HTML whatever it says as text", () => {
    const mail = mailOf(pick, pro);
    for (const words of ["2 new picks", "Knicks +2.5", "NBA · 11/20/2026 · 7:30 PM", "57.6% · 1.5u · SIM\u00a0CERTIFIED", "PRO PICK", "Over 6.5", "21+ only.", "1-800-GAMBLER"]) expect(mail.html).toContain(words);
    expect([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(["https://picks.example/dashboard", "https://picks.example/propicks", around.unsubscribeUrl, around.settingsUrl]);
  });

  it("links to the page of a stream only when it has picks of it", () => {
    expect(mailOf(pick).text).not.toContain("/propicks");
    expect(mailOf(pro).text).not.toContain("/dashboard");
  });

  it("loads nothing, runs nothing and tells nobody that it was read", () => {
    expect(mailOf(pick, pro).html).not.toMatch(/<(img|script|link|iframe|form)|url\(|src=|@import/i);
  });

  it("shows what staff typed as text", () => {
    const typed = `<b onclick="x">'&amp;</b><script>alert(1)</script>`;
    const { html: body } = mailOf({ ...pick, pick: typed, game: typed, time: typed });
    expect(body.split("&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;amp;&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;")).toHaveLength(4);
    expect(body).not.toMatch(/<script|<b /);
  });
});

describe("the mail with a reset code", () => {
  it("says the code in its body alone, how long it is valid, and what to do without having asked", () => {
    const mail = resetCodeMail("00471108");
    expect(mail.subject).toBe("Your Simline code");
    for (const body of [mail.text, mail.html]) for (const words of ["0047 1108", "valid for 10 minutes", "the browser that asked", "If you did not ask for it, ignore this email"]) expect(body).toContain(words);
    expect(mail.html).not.toMatch(/href|src=/);
  });
});

describe("the mail that confirms an address", () => {
  it("has the one link, says how long it is good, and what to do without having made an account", () => {
    const url = "https://picks.example/confirm-email/T0KEN";
    const mail = confirmEmailMail(url);
    expect(mail.subject).toBe("Confirm your email");
    for (const body of [mail.text, mail.html]) for (const words of [url, "good for 7 days", "If it was not you, ignore this email"]) expect(body).toContain(words);
    expect([...mail.html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link)).toEqual([url]);
  });
});

describe("HTML that is made here", () => {
  it("escapes every text, in elements and attributes, and keeps what was made here", () => {
    const part = html`<i title="${`"'`}">${"<&>"}</i>`;
    expect(html`<p>${part}${[part]}${1}</p>`.markup).toBe('<p><i title="&quot;&#39;">&lt;&amp;&gt;</i><i title="&quot;&#39;">&lt;&amp;&gt;</i>1</p>');
  });
});

describe("the mail to a new affiliate", () => {
  const approved = { name: "Dana <b>Sample", link: "https://picks.example/signup?ref=K7WMQ4TD", page: "https://picks.example/partners/T0KEN", ratePercent: 20, dueAfterDays: 30 };

  it("says what the link is for and that the page is secret", () => {
    expect(affiliateApprovedMail(approved)).toMatchObject({ subject: "Your Simline affiliate link", text: `Simline

Welcome, Dana <b>Sample. You are a Simline affiliate now.

Share this link. You earn 20% of the first payment of everybody who signs up through it, due 30 days later:
https://picks.example/signup?ref=K7WMQ4TD

Your own page shows your clicks, signups and commission. Whoever has its address can read it, so keep that to yourself:
https://picks.example/partners/T0KEN

You get this email because somebody asked with this address to become an affiliate. If it was not you, ignore it.
` });
  });

  it("shows the name as text, loads nothing and links to the page alone", () => {
    const mail = affiliateApprovedMail(approved);
    expect([mail.html.includes("Dana &lt;b&gt;Sample"), mail.html.includes(approved.link), /<(img|script|link|iframe|form)|url\(|src=|@import/i.test(mail.html)]).toEqual([true, true, false]);
    expect([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual([approved.page]);
  });
});

it("the mail that a membership is active says the same in both forms, and how to get in", () => {
  const { subject, text, html } = membershipActiveMail({ signInUrl: "https://picks.example/login", supportEmail: "help@picks.example" });
  expect(subject).toBe("Your Simline membership is active");
  expect(text).toBe(`Simline

We have confirmed your payment, and your membership is active: picks, history and lessons are open to you.

Sign in: https://picks.example/login

Questions? Write to help@picks.example.
`);
  for (const part of ["We have confirmed your payment", '<a href="https://picks.example/login"', "Write to help@picks.example."]) expect(html).toContain(part);
});
