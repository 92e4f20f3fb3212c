/** Why an item of the outbox is in its state, in words. The stored reasons are codes: they contain no address and no text of a server. */
const words: Readonly<Record<string, string>> = {
  late: "It was not sent in time.",
  quiet: "Quiet hours: its game starts before they end.",
  held: "Quiet hours: it is sent at their end.",
  started: "The game had started.",
  newer: "The pick had changed again.",
  withdrawn: "The pick had been withdrawn.",
  nothing: "There was nothing to say any more: the picks were settled, withdrawn or no longer wanted.",
  gone: "The device no longer takes alerts, so it was removed.",
  removed: "The device or channel was removed.",
  stopped: "The server stopped while it was being sent.",
  cut: "The connection broke while it was being sent; it may have arrived.",
  unreachable: "The other side can't be reached.",
  failed: "Its text could not be written.",
  halted: "Staff stopped it.",
  access: "The address or token can't be decrypted any more.",
  EENVELOPE: "The address is not valid.",
  ESOCKET: "The connection to the mail server broke.",
  ECONNECTION: "The connection to the mail server broke.",
  ETIMEDOUT: "The mail server did not answer in time.",
  "not-public": "The address does not lead to a public server.",
};

/** '' where there is nothing to say. Numbers are the other side's answer: SMTP's for mail, else HTTP's. */
export function reasonText(reason: string): string {
  if (reason === "") return "";
  const known = words[reason];
  if (known !== undefined) return known;
  const [, code] = /(?:^| )(\d{3})$/.exec(reason) ?? [];
  if (code === "429") return "The other side takes no more for now (429).";
  if (code !== undefined) return `The other side answered ${code}.`;
  return `It failed (${reason}).`;
}
