import { mkdir, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SMTPConnectionAuth, SMTPConnectionOptions, SMTPError } from "nodemailer/lib/smtp-connection";
import { secondMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import type { MailText } from "./layout.ts";

/** A mail as it is sent. */
export interface RenderedMail extends MailText {
  id: number;
  kind: string;
  /** Always the same for the same mail. */
  messageId: string;
  to: { name: string; address: string };
  /** Where one click ends mails of this kind (RFC 8058); null where nobody subscribed. */
  unsubscribeUrl: string | null;
}

/**
 * What became of a letter. "refused" = for good · "deferred" = not taken, later perhaps · "in-doubt" = the server has it, or not: nobody
 * knows · "unreachable" = it was not even tried. Reasons are codes: never an address, and nothing of what the server said.
 */
export type DeliveryResult = { what: "taken" } | { what: "refused" | "deferred" | "in-doubt" | "unreachable"; reason: string };

/** A way for mails to leave. */
export interface MailTransport {
  /** Sends one letter. Calls `handOver` at the last moment at which the letter can't have been taken yet, and gives up where it throws. */
  send: (letter: RenderedMail, handOver: () => Promise<void>) => Promise<DeliveryResult>;
  /** Ends what is open between letters. */
  close: () => void;
}

const waits = { connectionTimeout: 10 * secondMs, greetingTimeout: 10 * secondMs, socketTimeout: 30 * secondMs, dnsTimeout: 10 * secondMs } as const;
type Waits = Readonly<Record<keyof typeof waits, number>>;

/** The way that the environment names: a mail server, else a folder, else the log. */
export function transportFor({ SMTP_URL, MAIL_DIR }: Pick<typeof env, "SMTP_URL" | "MAIL_DIR"> = env): MailTransport {
  if (SMTP_URL !== undefined) return smtpTransport(SMTP_URL);
  return MAIL_DIR === undefined ? logTransport : folderTransport(MAIL_DIR);
}

/** A mail server, and one connection to it for as many letters as it lasts. */
export function smtpTransport(smtpUrl: string, patience: Waits = waits): MailTransport {
  let open: SMTPConnection | null = null;
  const close = () => {
    if (open && !open.destroyed) open.quit();
    open = null;
  };
  const connected = async () => {
    if (open && !open.destroyed) return open;
    open = await connect(smtpUrl, patience);
    return open;
  };
  const send: MailTransport["send"] = async (letter, handOver) => {
    let handedOver = false;
    let handing = Promise.resolve();
    const { body, envelope } = await composed(letter);
    const connection = await connected().catch(reasonOf);
    if (typeof connection === "string") return { what: "unreachable", reason: connection };
    const source = endingAfter(body, () => {
      handing = handOver().then(() => {
        handedOver = true;
      });
      return handing;
    });
    try {
      await answerOf(connection, (done) => connection.send({ ...envelope, size: body.byteLength }, source, done));
      return { what: "taken" };
    } catch (error) {
      // The session is in the middle of something, or gone.
      connection.close();
      await handing.catch(() => undefined);
      return outcomeOf(error, handedOver);
    }
  };
  return { send, close };
}

/** A folder with one file per mail: writing it again gives the same one file. */
export function folderTransport(folder: string): MailTransport {
  const send: MailTransport["send"] = async (letter) => {
    const path = join(folder, `${letter.kind}-${letter.messageId}.eml`);
    try {
      const { body } = await composed(letter);
      await mkdir(folder, { recursive: true });
      // As the database, for its owner alone: codes to set a new password are among them.
      await writeFile(`${path}.${process.pid}`, body, { mode: 0o600 });
      await rename(`${path}.${process.pid}`, path);
      return { what: "taken" };
    } catch (error) {
      return { what: "unreachable", reason: reasonOf(error) };
    }
  };
  return { send, close: () => undefined };
}

/** No way out: the log says that there was a mail. */
export const logTransport: MailTransport = {
  send: async ({ id, kind }) => {
    log(`Mail ${id} (${kind}) was made and not sent: neither SMTP_URL nor MAIL_DIR is set.`);
    return { what: "taken" };
  },
  close: () => undefined,
};

async function composed({ messageId, to, subject, text, html, unsubscribeUrl }: RenderedMail) {
  // With the first mail, since many a server sends none for hours.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const node = new MailComposer({
    from: env.MAIL_FROM, to, subject, text, html, date: new Date(), messageId: `<${messageId}@${mailHost()}>`, newline: "windows", disableFileAccess: true, disableUrlAccess: true,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === null ? {} : { "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` }, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  }).compile();
  return { body: await node.build(), envelope: node.getEnvelope() };
}

function mailHost(): string {
  if (env.APP_ORIGIN !== undefined) return new URL(env.APP_ORIGIN).hostname;
  return /@([^>]+)/.exec(env.MAIL_FROM)?.[1] ?? "localhost";
}

async function connect(smtpUrl: string, patience: Waits): Promise<SMTPConnection> {
  const { options, auth } = accessOf(new URL(smtpUrl));
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection({ ...options, ...patience });
  // Every error also reaches whoever waits for an answer; without a listener Node would end the process.
  connection.on("error", () => undefined);
  try {
    await answerOf(connection, (done) => connection.connect(done));
    if (auth) await answerOf(connection, (done) => connection.login(auth, done));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Credentials travel encrypted, or not beyond this machine. */
function accessOf(url: URL): { options: SMTPConnectionOptions; auth: SMTPConnectionAuth | null } {
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isHere = host === "localhost" || host === "::1" || host.startsWith("127.");
  const name = isIP(mailHost()) === 0 ? mailHost() : undefined;
  const options = { host, port: url.port === "" ? undefined : Number(url.port), secure: url.protocol === "smtps:", name, requireTLS: user !== "" && !isHere };
  return { options, auth: user === "" ? null : { user, pass } };
}

/** What the connection answers. It may break without ever answering. */
function answerOf<R>(connection: SMTPConnection, ask: (done: (error?: Error | null, answer?: R) => void) => void): Promise<R | undefined> {
  return new Promise<R | undefined>((resolve, reject) => {
    const settle = (error: Error | null | undefined, answer?: R) => {
      connection.off("error", settle).off("end", ended);
      if (error) reject(error);
      else resolve(answer);
    };
    // The answer that ended it may come right after.
    const ended = () => setImmediate(() => settle(new Error("The connection ended.")));
    connection.once("error", settle).once("end", ended);
    ask(settle);
  });
}

/** A mail server takes a mail when it sees its end, so that is what waits for `beforeEnd`. */
function endingAfter(body: Buffer, beforeEnd: () => Promise<void>): Readable {
  return Readable.from((async function* () {
    yield body;
    await beforeEnd();
  })());
}

function outcomeOf(error: unknown, handedOver: boolean): DeliveryResult {
  const reason = reasonOf(error);
  if (!isError(error)) return { what: handedOver ? "in-doubt" : "deferred", reason };
  const { code, command, responseCode = 0, permanent = false } = error;
  if (responseCode >= 400) return { what: permanent && (command === "RCPT TO" || command === "DATA") && isAboutThisMail(error) ? "refused" : "deferred", reason };
  if (handedOver) return { what: "in-doubt", reason };
  // Without an answer: the address is one that can't be written to at all.
  return { what: code === "EENVELOPE" ? "refused" : "deferred", reason };
}

/**
 * Whether a final no is about this mail: its mailbox, or what it says. Else it is about us, such as a server that does not relay for us: then
 * every mail gets it, and all of them can still go once somebody has put that right. By the code of RFC 3463, or of RFC 5321 where there is none.
 */
function isAboutThisMail({ response = "", responseCode = 0 }: SMTPError): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? [];
  return subject === undefined ? [501, 550, 551, 552, 553].includes(responseCode) : ["1", "2", "6"].includes(subject);
}

function reasonOf(error: unknown): string {
  if (!isError(error)) return "unknown";
  // What Node said, where the library has a code of its own.
  const code = error.originalCode ?? error.code ?? error.name;
  return error.responseCode === undefined ? code : `${code} ${error.responseCode}`;
}

/** Of the library, or of Node: what they add to an Error is all optional. */
function isError(error: unknown): error is SMTPError {
  return error instanceof Error;
}
