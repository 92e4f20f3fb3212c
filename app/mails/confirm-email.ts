import { siteName } from "../site.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { html } from "./html.ts";

export function confirmEmailMail(url: string): MailText {
  const subject = "Confirm your email";
  const purpose = `Someone created a ${siteName()} account with this address. If it was you, confirm your email so we can send you new picks:`;
  const validity = "The link expires in 7 days. You can use your account before confirming.";
  const otherwise = "If it was not you, ignore this email. We don't send picks to an address that is not confirmed.";
  return {
    subject,
    text: [siteName(), "", purpose, "", url, "", validity, otherwise, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${purpose}</p>
        <p style="margin:20px 0"><a href="${url}" style="${styles.button}">Confirm your email</a></p>
        <p class="t" style="${styles.text}">${validity}</p>`,
      footer: [html`${otherwise}`],
    }),
  };
}
