import { siteName } from "../site.ts";
import type { MailText } from "./layout.ts";
import { mailLayout, styles } from "./layout.ts";
import { html } from "./html.ts";

interface Approved {
  name: string;
  /** What the affiliate gives away. */
  link: string;
  /** Their own page. */
  page: string;
  ratePercent: number;
  dueAfterDays: number;
}

/** The answer to a request to become an affiliate. */
export function affiliateApprovedMail({ name, link, page, ratePercent, dueAfterDays }: Approved): MailText {
  const subject = `Your ${siteName} affiliate link`;
  const greeting = `Welcome, ${name}. You are a ${siteName} affiliate now.`;
  const share = `Share this link. You earn ${ratePercent}% of the first payment of everybody who signs up through it, due ${dueAfterDays} days later:`;
  const follow = "Your own page shows your clicks, signups and commission. Whoever has its address can read it, so keep that to yourself:";
  const because = "You get this email because somebody asked with this address to become an affiliate. If it was not you, ignore it.";
  return {
    subject,
    text: [siteName, "", greeting, "", share, link, "", follow, page, "", because, ""].join("\n"),
    html: mailLayout({
      subject,
      content: html`<p class="t" style="${styles.text}">${greeting}</p>
<p class="t" style="${styles.text}">${share}</p>
<p class="t card" style="${styles.card};color:#10131a;font-size:16px">${link}</p>
<p class="t" style="${styles.text}">${follow}</p>
<p style="margin:20px 0 0"><a href="${page}" style="${styles.button}">Your affiliate page</a></p>
<p class="t2" style="${styles.quiet}">${page}</p>`,
      footer: [html`${because}`],
    }),
  };
}
