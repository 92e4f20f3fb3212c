import { type NewsKind, kindsOfNews } from "../models/alerts/kinds.ts";
import { siteName } from "../site.ts";
import { html } from "./html.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";

/** The links and the notice of a news mail. */
export interface NewsFrame {
  origin: string;
  unsubscribeUrl: string;
  settingsUrl: string;
  helpline: string;
}

interface NewsMail {
  kind: NewsKind;
  subject: string;
  /** A title, and its lines. */
  blocks: readonly { title: string; lines: readonly string[] }[];
  link: { label: string; url: string };
  /** Lines below everything else. */
  footer?: readonly { text: string; url: string; label: string }[];
}

/** What stands below the news: a caution, why somebody gets it, and how to stop it. */
export function newsFoot(reason: string, { unsubscribeUrl, settingsUrl, helpline }: Omit<NewsFrame, "origin">) {
  const caution = `21+ only. ${helpline} Picks are for information and entertainment. They don't guarantee results.`;
  return {
    text: [caution, "", reason, `Unsubscribe: ${unsubscribeUrl}`, `Settings: ${settingsUrl}`, ""],
    html: [
      html`${caution}`,
      html`${reason} <a class="t2" href="${unsubscribeUrl}" style="color:#434b5a">Unsubscribe</a> or change your
        <a class="t2" href="${settingsUrl}" style="color:#434b5a">Settings</a>.`,
    ],
  };
}

export function reasonOf(kind: NewsKind): string {
  return `You are getting this email because "${kindsOfNews[kind].label}" is on in your ${siteName()} settings.`;
}

/** A short mail of one kind: a heading, blocks of lines and a button. */
export function newsMail({ kind, subject, blocks, link, footer = [] }: NewsMail, frame: NewsFrame): MailText {
  const foot = newsFoot(reasonOf(kind), frame);
  return {
    subject,
    text: [
      siteName(),
      "",
      subject,
      "",
      ...blocks.flatMap(({ title, lines }) => [title, ...lines, ""]),
      `${link.label}: ${link.url}`,
      "",
      ...foot.text,
      ...footer.flatMap(({ text, label, url }) => [`${text}, ${label} at ${url}`, ""]),
    ].join("\n"),
    html: mailLayout({
      subject,
      content: html`<h1 class="t" style="${styles.title}">${subject}</h1>
        ${blocks.map(
          ({ title, lines }) =>
            html`<div class="card" style="${styles.card}">
              <h2 class="t" style="margin:0 0 4px;color:#10131a;font-size:20px;line-height:1.3">${title}</h2>
              ${lines.map((line) => html`<p class="t2" style="margin:0 0 4px;color:#434b5a;font-size:16px;line-height:1.5">${line}</p>`)}
            </div> `,
        )}
        <p style="margin:20px 0 0"><a href="${link.url}" style="${styles.button}">${link.label}</a></p>`,
      footer: [
        ...foot.html,
        ...footer.map(
          ({ text, label, url }) =>
            html`<span style="overflow-wrap:anywhere">${text}</span>,
              <a class="t2" href="${url}" style="color:#434b5a">${label}</a>.`,
        ),
      ],
    }),
  };
}
