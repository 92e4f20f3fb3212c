import { siteName } from "../site.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { html } from "./html.ts";

/** To an imported member. The link is no secret and doesn't expire: the page behind it mails a code. */
export function setPasswordMail({ email, url }: { email: string; url: string }): MailText {
  const subject = `Set your ${siteName()} password`;
  const news = `${siteName()} has moved to a new site. Your account there is ${email}, and it has no password yet.`;
  const steps = "Open this page and ask for a code. We email it to you at once, and with it you choose your password:";
  const otherwise = "If you don't know what this is about, ignore this email. Nobody can sign in without the code.";
  return {
    subject,
    text: [siteName(), "", news, "", steps, "", url, "", otherwise, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${news}</p>
        <p class="t" style="${styles.text}">${steps}</p>
        <p style="margin:20px 0 0"><a href="${url}" style="${styles.button}">Set your password</a></p>`,
      footer: [html`${otherwise}`],
    }),
  };
}
