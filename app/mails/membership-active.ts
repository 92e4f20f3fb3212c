import { siteName } from "../site.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { html } from "./html.ts";

export function membershipActiveMail({
  signInUrl,
  supportEmail,
}: {
  signInUrl: string;
  supportEmail: string;
}): MailText {
  const subject = `Your ${siteName()} membership is active`;
  const news = "We confirmed your payment, and your membership is active. You can now see picks, history and lessons.";
  const questions = `Questions? Write to ${supportEmail}.`;
  return {
    subject,
    text: [siteName(), "", news, "", `Sign in: ${signInUrl}`, "", questions, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${news}</p>
        <p style="margin:20px 0 0"><a href="${signInUrl}" style="${styles.button}">Sign in</a></p>`,
      footer: [html`${questions}`],
    }),
  };
}
