import { siteName } from "../site.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { html } from "./html.ts";

interface Closing {
  day: string;
  profileUrl: string;
  /** True where closing an account cancels what it pays for. */
  billed: boolean;
}

export function accountClosingMail({ day, profileUrl, billed }: Closing): MailText {
  const subject = `Your ${siteName()} account will be deleted on ${day}`;
  const news = `You closed your account. On ${day} we'll delete it, along with your saved picks and settings. You won't get any more emails about picks.${billed ? " If your membership was renewing, it is now canceled." : ""}`;
  const change = `Changed your mind? Sign in before then and press "Keep my account" on your profile.${billed ? " This does not renew a canceled membership." : ""}`;
  const stranger = "If this was not you, keep the account and change your password.";
  return {
    subject,
    text: [siteName(), "", news, "", change, "", `Your profile: ${profileUrl}`, "", stranger, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${news}</p>
        <p class="t" style="${styles.text}">${change}</p>
        <p style="margin:20px 0 0"><a href="${profileUrl}" style="${styles.button}">Your profile</a></p>`,
      footer: [html`${stranger}`],
    }),
  };
}
