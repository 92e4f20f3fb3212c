import { inFours } from "../models/sign-in/two-factor.ts";
import { siteName } from "../site.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { html } from "./html.ts";

/** The code is not in the subject, which phones show on a locked screen. */
export function resetCodeMail(code: string): MailText {
  const subject = `Your ${siteName()} code`;
  const purpose = "Enter this code to choose a new password:";
  const shown = inFours(code);
  const validity = "It expires in 10 minutes and works once, in the browser where you asked for it.";
  const otherwise =
    "If you did not ask for it, ignore this email. Your password stays the same. Never share this code.";
  return {
    subject,
    text: [siteName(), "", purpose, "", `    ${shown}`, "", validity, otherwise, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${purpose}</p>
        <p
          class="t card"
          style="${styles.card};color:#10131a;font-size:32px;font-weight:700;letter-spacing:6px;text-align:center;white-space:nowrap"
        >
          ${shown}
        </p>
        <p class="t" style="${styles.text}">${validity}</p>`,
      footer: [html`${otherwise}`],
    }),
  };
}
