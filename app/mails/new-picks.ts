import { countText, formatNumber, formatPercent } from "../format.ts";
import { priceText } from "../models/bets/bet.ts";
import type { OddsFormat } from "../models/odds-format.ts";
import type { Head } from "../models/ledger/chain/append.server.ts";
import { headText } from "../models/ledger/saved-head.ts";
import type { AnnouncedPick } from "../models/news/announced-pick.ts";
import type { Stream } from "../models/bets/stream.ts";
import { openPicksPath } from "../paths/paths.ts";
import { verifyHeadPath } from "../paths/record.ts";
import { siteName } from "../site.ts";
import { newsFoot } from "./news-mail.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { type Html, html } from "./html.ts";

interface NewPicks {
  picks: readonly AnnouncedPick[];
  /** The number of picks that start before this mail leaves. */
  started: number;
  /** How the reader wants prices. */
  odds: OddsFormat;
  /** Of the record. */
  head: Head;
  origin: string;
  unsubscribeUrl: string;
  settingsUrl: string;
  helpline: string;
}

const pages: Readonly<Record<Stream, string>> = { regular: "Today's Picks", pro: "Pro Picks" };
const maxSports = 4;

export function newPicksMail({
  picks,
  started,
  odds,
  head,
  origin,
  unsubscribeUrl,
  settingsUrl,
  helpline,
}: NewPicks): MailText {
  const subject = `${count(picks)}: ${sportsOf(picks)}`;
  const streams = (["regular", "pro"] as const).filter((stream) => picks.some((pick) => pick.stream === stream));
  const links = streams.map((stream) => ({ label: pages[stream], url: `${origin}${openPicksPath(stream)}` }));
  // It carries its time: without one a head does not reveal an entry that was backdated behind it.
  const kept = `${headText(head)} ${head.at}`;
  const record = `Record so far: entry ${countText(head.seq)}, ${kept}`;
  const checkUrl = `${origin}${verifyHeadPath(kept)}`;
  const late = lateText(started, picks.length);
  const reason = `You are getting this email because Email Notifications are enabled in your ${siteName()} settings.`;
  const foot = newsFoot(reason, { unsubscribeUrl, settingsUrl, helpline });
  return {
    subject,
    text: [
      siteName(),
      "",
      count(picks),
      "",
      ...(late === "" ? [] : [late, ""]),
      ...picks.flatMap((pick) => [...pickLines(pick, odds), ""]),
      ...links.map(({ label, url }) => `${label}: ${url}`),
      "",
      ...foot.text,
      `${record}, check it at ${checkUrl}`,
      "",
    ].join("\n"),
    html: mailLayout({
      subject,
      content: html`<h1 class="t" style="${styles.title}">${count(picks)}</h1>
        ${late === "" ? [] : [html`<p class="t" style="margin:0 0 16px;color:#10131a;font-size:16px">${late}</p>`]}
        ${picks.map((pick) => card(pick, odds))}
        <p style="margin:20px 0 0">
          ${links.map(({ label, url }) => html`<a href="${url}" style="${styles.button}">${label}</a>`)}
        </p>`,
      footer: [
        ...foot.html,
        html`<span style="overflow-wrap:anywhere">${record}</span>,
          <a class="t2" href="${checkUrl}" style="color:#434b5a">check it</a>.`,
      ],
    }),
  };
}

function count(picks: readonly AnnouncedPick[]): string {
  return picks.length === 1 ? "1 new pick" : `${picks.length} new picks`;
}

/** A head proves nothing of a game that had begun. */
function lateText(started: number, all: number): string {
  if (started === 0) return "";
  if (started === all)
    return `This email is late: ${all === 1 ? "the pick" : "all picks"} had already started when we sent it.`;
  return `This email is late: ${started} of ${all} picks had already started when we sent it.`;
}

function sportsOf(picks: readonly AnnouncedPick[]): string {
  const sports = [...new Set(picks.map(({ sport }) => sport))];
  return [...sports.slice(0, maxSports), ...(sports.length > maxSports ? ["more"] : [])].join(", ");
}

/** A pick in lines of plain text: what, at which price, where and when, the terms, why. */
export function pickLines(pick: AnnouncedPick, odds: OddsFormat): string[] {
  return [titleOf(pick), priceText(pick, odds), pick.game, whenOf(pick), termsOf(pick), pick.why].filter(
    (line) => line !== "",
  );
}

function card(pick: AnnouncedPick, odds: OddsFormat): Html {
  const offer = priceText(pick, odds);
  const mark =
    pick.stream === "pro"
      ? [
          html`<p style="margin:0 0 8px">
            <span
              style="padding:2px 6px;border-radius:4px;background:#ffd43b;color:#171305;font-size:12px;font-weight:700"
              >PRO PICK</span
            >
          </p>`,
        ]
      : [];
  const game =
    pick.game === ""
      ? []
      : [html`<p class="t" style="margin:0 0 8px;color:#10131a;font-size:16px;line-height:1.5">${pick.game}</p>`];
  const price =
    offer === ""
      ? []
      : [html`<p class="t2" style="margin:0 0 4px;color:#434b5a;font-size:16px;line-height:1.5">${offer}</p>`];
  const why =
    pick.why === ""
      ? []
      : [
          html`<p class="t" style="margin:8px 0 0;color:#10131a;font-size:16px;line-height:1.5;white-space:pre-line">
            ${pick.why}
          </p>`,
        ];
  return html`<div class="card" style="${styles.card}">
    ${mark}
    <h2 class="t" style="margin:0 0 4px;color:#10131a;font-size:20px;line-height:1.3">${pick.pick || "–"}</h2>
    ${price} ${game}
    <p class="t2" style="margin:0 0 4px;color:#434b5a;font-size:16px;line-height:1.5">${whenOf(pick)}</p>
    <p class="t2" style="margin:0;color:#434b5a;font-size:16px;line-height:1.5">
      ${termsOf({ ...pick, tag: pick.tag.replaceAll(" ", "\u00a0") })}
    </p>
    ${why}
  </div> `;
}

function titleOf({ pick, stream }: AnnouncedPick): string {
  return stream === "pro" ? `PRO PICK: ${pick || "–"}` : pick || "–";
}

function whenOf({ sport, game_date, time }: AnnouncedPick): string {
  return [sport, game_date, time].filter((part) => part !== "").join(" · ");
}

function termsOf({ sim_confidence, unit_size, tag }: AnnouncedPick): string {
  return [`Sim confidence ${formatPercent(sim_confidence)}`, `${formatNumber(unit_size)}u`, tag]
    .filter((part) => part !== "")
    .join(" · ");
}
