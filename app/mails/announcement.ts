import type { Block } from "../models/content/markdown.server.ts";
import { siteName } from "../site.ts";
import { Html, html } from "./html.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { type NewsFrame, newsFoot, reasonOf } from "./news-mail.ts";

interface AnnouncementText {
  subject: string;
  /** Markdown, for programs that show no HTML. */
  body: string;
  /** The same, as safe HTML. */
  blocks: readonly Block[];
}

export function announcementMail({ subject, body, blocks }: AnnouncementText, frame: NewsFrame): MailText {
  const foot = newsFoot(reasonOf("announcements"), frame);
  return {
    subject,
    text: [siteName(), "", subject, "", body, "", ...foot.text].join("\n"),
    html: mailLayout({
      subject,
      content: html`<h1 class="t" style="${styles.title}">${subject}</h1>
        <div class="t2" style="color:#10131a;font-size:16px;line-height:1.5">
          ${blocks.map(({ depth, html: markup }) => blockOf(depth, withOrigin(markup, frame.origin)))}
        </div>`,
      footer: foot.html,
    }),
  };
}

function blockOf(depth: number, content: Html): Html {
  return depth === 0
    ? content
    : html`<h2 class="t" style="margin:20px 0 4px;color:#10131a;font-size:20px;line-height:1.3">${content}</h2>`;
}

/** A mail has no address of its own: links on this site need the whole one. */
function withOrigin(markup: string, origin: string): Html {
  return new Html(markup.replaceAll('href="/', `href="${origin}/`));
}
