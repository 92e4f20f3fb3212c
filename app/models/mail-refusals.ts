/** After so many mails in a row that a mail server refused for good, an address gets no more news. Mails about the account still leave. */
export const mostRefusals = 3;

export function refusesMail({ mail_refusals }: { mail_refusals: number }): boolean {
  return mail_refusals >= mostRefusals;
}
