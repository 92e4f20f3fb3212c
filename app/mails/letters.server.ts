import { affiliatePagePath, referralLink } from "../paths/affiliates.ts";
import { env } from "../env.server.ts";
import { dueAfterDays } from "../models/affiliates/affiliate.ts";
import { findAffiliateLinks } from "../models/affiliates/affiliate.server.ts";
import { accountClosingMail } from "./account-closing.ts";
import { affiliateApprovedMail } from "./affiliate-approved.ts";
import { confirmEmailMail } from "./confirm-email.ts";
import { membershipActiveMail } from "./membership-active.ts";
import type { RenderedMail } from "./mail.server.ts";
import { db } from "../db.server.ts";
import { siteOrigin as origin } from "../site-origin.server.ts";
import { readHead } from "../models/ledger/chain/append.server.ts";
import { newPicksMail } from "./new-picks.ts";
import { resetCodeMail } from "./reset-code.ts";
import { findClosingDay } from "../models/people/closing.server.ts";
import { decryptConfirmationToken } from "../models/people/email-confirmation.server.ts";
import { checkout } from "../payment/checkout.server.ts";
import type { DueMail } from "../models/outbox/due-mail.server.ts";
import { readRoundFor } from "../models/news/round-readers.server.ts";
import { decryptCode } from "../models/password-reset/reset-code.server.ts";
import { unsubscribeTokenOf } from "../models/alerts/unsubscribe.server.ts";
import { confirmEmailPath, profilePath, settingsPath, signInPath, unsubscribePath } from "../paths/paths.ts";

/** Renders a queued mail with current data; null when it has nothing to say or its recipient no longer wants it. */
export async function renderMail({ id, messageId, mail, recipient }: DueMail, now: Date): Promise<RenderedMail | null> {
  if (mail === null) return null;
  if (mail.kind === "affiliate-approved") return renderApproval(mail.affiliate, { id, messageId, kind: mail.kind });
  const envelope = { id, messageId, kind: mail.kind, to: { name: recipient.name, address: recipient.email } };
  if (mail.kind === "reset-code") {
    const code = decryptCode(mail.encrypted, recipient.id);
    return code === null ? null : { ...envelope, ...resetCodeMail(code), unsubscribeUrl: null };
  }
  if (mail.kind === "membership-active")
    return {
      ...envelope,
      ...membershipActiveMail({ signInUrl: `${origin}${signInPath}`, supportEmail: env.SUPPORT_EMAIL }),
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
  if (mail.kind === "confirm-email") {
    const token = decryptConfirmationToken(mail.encrypted, recipient.id);
    return token === null
      ? null
      : { ...envelope, ...confirmEmailMail(`${origin}${confirmEmailPath(token)}`), unsubscribeUrl: null };
  }
  if (mail.kind !== "new-picks") return null;
  const { picks, odds } = await readRoundFor(recipient.id, mail.round, now);
  if (picks.length === 0) return null;
  const started = picks.filter(({ starts_at }) => starts_at !== null && starts_at <= now.toISOString()).length;
  const unsubscribeUrl = `${origin}${unsubscribePath(await unsubscribeTokenOf(recipient.id), "new-picks")}`;
  return {
    ...envelope,
    ...newPicksMail({
      picks,
      started,
      odds,
      head: await readHead(db),
      origin,
      unsubscribeUrl,
      settingsUrl: `${origin}${settingsPath}`,
      helpline: env.HELPLINE_TEXT,
    }),
    unsubscribeUrl,
  };
}

async function renderApproval(
  affiliateId: number,
  envelope: Pick<RenderedMail, "id" | "messageId" | "kind">,
): Promise<RenderedMail | null> {
  const affiliate = await findAffiliateLinks(affiliateId);
  if (!affiliate) return null;
  const { name, email, ref_code, page_token } = affiliate;
  const mail = affiliateApprovedMail({
    name,
    link: referralLink(origin, ref_code),
    page: `${origin}${affiliatePagePath(page_token)}`,
    ratePercent: env.AFFILIATE_COMMISSION_PERCENT,
    dueAfterDays,
  });
  return { ...envelope, to: { name, address: email }, ...mail, unsubscribeUrl: null };
}
