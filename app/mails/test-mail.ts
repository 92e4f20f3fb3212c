import { siteName } from "../site.ts";
import { html } from "./html.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";

export function testMail(deliveriesUrl: string): MailText {
  const subject = `Test mail from ${siteName()}`;
  const news = "Mail from this server arrives at your address. Nothing else has to be done.";
  const asked = "You get this because you pressed Send test mail.";
  return {
    subject,
    text: [siteName(), "", news, "", `Deliveries: ${deliveriesUrl}`, "", asked, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${news}</p>
        <p style="margin:20px 0 0"><a href="${deliveriesUrl}" style="${styles.button}">Deliveries</a></p>`,
      footer: [html`${asked}`],
    }),
  };
}
