import { affiliatePagePath, referralLink } from "../paths/affiliates.ts";
import { env } from "../env.server.ts";
import { dueAfterDays } from "../models/affiliates/affiliate.ts";
import { findAffiliateWithTotals } from "../models/affiliates/affiliate.server.ts";
import { affiliateApprovedMail } from "./affiliate-approved.ts";
import { confirmEmailMail } from "./confirm-email.ts";
import { membershipActiveMail } from "./membership-active.ts";
import type { RenderedMail } from "./mail.server.ts";
import { newPicksMail } from "./new-picks.ts";
import { resetCodeMail } from "./reset-code.ts";
import { openConfirmationToken } from "../models/people/email-confirmation.server.ts";
import type { DueMail } from "../models/mail/outbox.server.ts";
import { readRoundFor } from "../models/mail/pick-round.server.ts";
import { decryptCode } from "../models/sign-in/reset-code.server.ts";
import { unsubscribeTokenOf } from "../models/mail/unsubscribe.server.ts";
import { confirmEmailPath, settingsPath, signInPath, unsubscribePath } from "../paths/paths.ts";

// Where it is not set, in the demo and in tests, the reader sits at this machine.
const origin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`;

/** A queued mail as it reads now; null when there is nothing left to say, or its recipient does not want it any more. */
export async function renderMail({ id, messageId, mail, recipient }: DueMail, now: Date): Promise<RenderedMail | null> {
  if (mail === null) return null;
  if (mail.kind === "affiliate-approved") return approvalOf(mail.affiliate, { id, messageId, kind: mail.kind });
  const envelope = { id, messageId, kind: mail.kind, to: { name: recipient.name, address: recipient.email } };
  if (mail.kind === "reset-code") {
    const code = decryptCode(mail.sealed, recipient.id);
    return code === null ? null : { ...envelope, ...resetCodeMail(code), unsubscribeUrl: null };
  }
  if (mail.kind === "membership-active") return { ...envelope, ...membershipActiveMail({ signInUrl: `${origin}${signInPath}`, supportEmail: env.SUPPORT_EMAIL }), unsubscribeUrl: null };
  if (mail.kind === "confirm-email") {
    const token = openConfirmationToken(mail.sealed, recipient.id);
    return token === null ? null : { ...envelope, ...confirmEmailMail(`${origin}${confirmEmailPath(token)}`), unsubscribeUrl: null };
  }
  const picks = await readRoundFor(recipient.id, mail.round, now);
  if (picks.length === 0) return null;
  const unsubscribeUrl = `${origin}${unsubscribePath(await unsubscribeTokenOf(recipient.id))}`;
  return { ...envelope, ...newPicksMail({ picks, origin, unsubscribeUrl, settingsUrl: `${origin}${settingsPath}`, helpline: env.HELPLINE_TEXT }), unsubscribeUrl };
}

/** To the affiliate, with the links that they have now; nobody is written to who was deleted meanwhile. */
async function approvalOf(affiliateId: number, envelope: Pick<RenderedMail, "id" | "messageId" | "kind">): Promise<RenderedMail | null> {
  const affiliate = await findAffiliateWithTotals(affiliateId);
  if (!affiliate) return null;
  const { name, email, ref_code, page_token } = affiliate;
  const mail = affiliateApprovedMail({ name, link: referralLink(origin, ref_code), page: `${origin}${affiliatePagePath(page_token)}`, ratePercent: env.AFFILIATE_COMMISSION_PERCENT, dueAfterDays });
  return { ...envelope, to: { name, address: email }, ...mail, unsubscribeUrl: null };
}
