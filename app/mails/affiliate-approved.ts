import { siteName } from "../site.ts";
import { type MailText, mailLayout, styles } from "./layout.ts";
import { html } from "./html.ts";

interface Approved {
  name: string;
  link: string;
  page: string;
  ratePercent: number;
  dueAfterDays: number;
}

export function affiliateApprovedMail({ name, link, page, ratePercent, dueAfterDays }: Approved): MailText {
  const subject = `Your ${siteName()} affiliate link`;
  const greeting = `Welcome, ${name}. You are now a ${siteName()} affiliate.`;
  const linkNote = `Share this link. When someone signs up through it, you earn ${ratePercent}% of their first payment, due to you ${dueAfterDays} days later:`;
  const pageNote =
    "Your affiliate page shows your clicks, signups and commission. Keep this private: anyone with the link can see these figures.";
  const reason =
    "You are getting this email because someone applied to become an affiliate with this address. If it was not you, ignore it.";
  return {
    subject,
    text: [siteName(), "", greeting, "", linkNote, link, "", pageNote, page, "", reason, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${greeting}</p>
        <p class="t" style="${styles.text}">${linkNote}</p>
        <p class="t card" style="${styles.card};color:#10131a;font-size:16px">${link}</p>
        <p class="t" style="${styles.text}">${pageNote}</p>
        <p style="margin:20px 0 0"><a href="${page}" style="${styles.button}">Your affiliate page</a></p>
        <p class="t2" style="${styles.quiet}">${page}</p>`,
      footer: [html`${reason}`],
    }),
  };
}
