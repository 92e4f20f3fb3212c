import { affiliatePagePath, referralLink } from "../paths/affiliates.ts";
import { env } from "../env.server.ts";
import { findAffiliateLinks } from "../models/affiliates/affiliate.server.ts";
import { accountClosingMail } from "./account-closing.ts";
import { affiliateApprovedMail } from "./affiliate-approved.ts";
import { confirmEmailMail } from "./confirm-email.ts";
import { membershipActiveMail } from "./membership-active.ts";
import type { RenderedMail } from "./mail.server.ts";
import { siteOrigin as origin } from "../site-origin.server.ts";
import { renderAnnouncement, renderNews } from "./news-letters.server.ts";
import { resetCodeMail } from "./reset-code.ts";
import { setPasswordMail } from "./set-password.ts";
import { serverTroubleMail } from "./server-trouble.ts";
import { testMail } from "./test-mail.ts";
import { findClosingDay } from "../models/people/closing.server.ts";
import { decryptConfirmationToken } from "../models/people/email-confirmation.server.ts";
import { lacksPassword } from "../models/member-import/password-mail.server.ts";
import { checkout } from "../payment/checkout.server.ts";
import type { DueMail } from "../models/outbox/due-mail.server.ts";
import { decryptCode } from "../models/password-reset/reset-code.server.ts";
import { findTrouble, isStillTold } from "../models/upkeep/trouble-mail.server.ts";
import { formatInstant } from "../time/instant-text.ts";
import { deliveriesPath } from "../paths/deliveries.ts";
import { adminPath, confirmEmailPath, profilePath, setPasswordPath, signInPath } from "../paths/paths.ts";
import { supportEmail } from "../models/site/current-site.server.ts";

/** Renders a queued mail with current data; null when it has nothing to say or its recipient no longer wants it. */
export async function renderMail(
  { id, messageId, mail, recipient }: Omit<DueMail, "expiresAt">,
  now: Date,
): Promise<RenderedMail | null> {
  if (mail === null) return null;
  if (mail.kind === "affiliate-approved")
    return renderApproval(mail.affiliate, { id, messageId, kind: mail.kind }, now);
  const envelope = { id, messageId, kind: mail.kind, to: { name: recipient.name, address: recipient.email } };
  if (mail.kind === "reset-code") {
    const code = decryptCode(mail.encrypted, recipient.id);
    return code === null ? null : { ...envelope, ...resetCodeMail(code), unsubscribeUrl: null };
  }
  if (mail.kind === "membership-active")
    return {
      ...envelope,
      ...membershipActiveMail({ signInUrl: `${origin}${signInPath}`, supportEmail: supportEmail() }),
      unsubscribeUrl: null,
    };
  if (mail.kind === "account-closing") {
    const day = await findClosingDay(recipient.id);
    return day === null
      ? null
      : {
          ...envelope,
          ...accountClosingMail({ day, profileUrl: `${origin}${profilePath}`, billed: checkout.billing !== null }),
          unsubscribeUrl: null,
        };
  }
  if (mail.kind === "set-password")
    return (await lacksPassword(recipient.id))
      ? {
          ...envelope,
          ...setPasswordMail({ email: recipient.email, url: `${origin}${setPasswordPath(recipient.email)}` }),
          unsubscribeUrl: null,
        }
      : null;
  if (mail.kind === "confirm-email") {
    const token = decryptConfirmationToken(mail.encrypted, recipient.id);
    return token === null
      ? null
      : { ...envelope, ...confirmEmailMail(`${origin}${confirmEmailPath(token)}`), unsubscribeUrl: null };
  }
  if (mail.kind === "test") return { ...envelope, ...testMail(`${origin}${deliveriesPath}`), unsubscribeUrl: null };
  if (mail.kind === "server-trouble") return (await isStillTold(recipient.id)) ? renderTrouble(envelope, now) : null;
  if (mail.kind === "event") return null;
  const sending = { userId: recipient.id, origin, now };
  const news = await (mail.kind === "announcement" ? renderAnnouncement(mail, sending) : renderNews(mail, sending));
  return news && { ...envelope, ...news };
}

async function renderApproval(
  affiliateId: number,
  envelope: Pick<RenderedMail, "id" | "messageId" | "kind">,
  now: Date,
): Promise<RenderedMail | null> {
  const affiliate = await findAffiliateLinks(affiliateId, now);
  if (!affiliate) return null;
  const { name, email, ref_code, page_token, rate_percent, due_after_days } = affiliate;
  const mail = affiliateApprovedMail({
    name,
    link: referralLink(origin, ref_code),
    page: `${origin}${affiliatePagePath(page_token)}`,
    ratePercent: rate_percent,
    dueAfterDays: due_after_days,
  });
  return { ...envelope, to: { name, address: email }, ...mail, unsubscribeUrl: null };
}

async function renderTrouble(
  envelope: Pick<RenderedMail, "id" | "messageId" | "kind" | "to">,
  now: Date,
): Promise<RenderedMail | null> {
  const found = await findTrouble(now);
  if (found.length === 0) return null;
  const problems = found.map(({ text, since, advice }) => ({
    text,
    more: since === null ? advice : `Since ${formatInstant(since, env.SITE_TIMEZONE)}. ${advice}`,
  }));
  return { ...envelope, ...serverTroubleMail({ problems, siteUrl: `${origin}${adminPath}` }), unsubscribeUrl: null };
}
