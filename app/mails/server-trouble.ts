import { siteName } from "../site.ts";
import { html } from "./html.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";

interface Trouble {
  /** What does not work, since when and what to do. At least one. */
  problems: readonly { text: string; more: string }[];
  siteUrl: string;
}

export function serverTroubleMail({ problems, siteUrl }: Trouble): MailText {
  const [first] = problems;
  const subject =
    problems.length === 1 && first !== undefined
      ? `${siteName()}: ${first.text}`
      : `${siteName()}: ${problems.length} things need you`;
  const reason =
    "Superadmins get this email at most once a day, while something fails. Email Notifications on the Settings page turns it off with all other news.";
  return {
    subject,
    text: [siteName(), "", ...problems.flatMap(({ text, more }) => [text, more, ""]), siteUrl, "", reason, ""].join(
      "\n",
    ),
    html: mailLayout({
      subject,
      content: html`${problems.map(
          ({ text, more }) => html`<p class="t" style="${styles.text}"><b>${text}</b> ${more}</p> `,
        )}
        <p style="margin:20px 0 0"><a href="${siteUrl}" style="${styles.button}">Open the site</a></p>`,
      footer: [html`${reason}`],
    }),
  };
}
