import { mkdir, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SMTPConnectionAuth, SMTPConnectionOptions, SMTPError } from "nodemailer/lib/smtp-connection";
import { secondMs } from "../time/durations.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import type { MailText } from "./layout.ts";

export interface RenderedMail extends MailText {
  id: number;
  kind: string;
  /** The same for every try. */
  messageId: string;
  to: { name: string; address: string };
  /** The one-click unsubscribe URL (RFC 8058); null for mails without a subscription. */
  unsubscribeUrl: string | null;
}

/**
 * "refused" = permanently · "deferred" = not accepted, may work later · "in-doubt" = the server may have accepted it ·
 * "unreachable" = not tried. Reasons are codes: they contain no address and no text of the server.
 */
export type DeliveryResult =
  { what: "taken" } | { what: "refused" | "deferred" | "in-doubt" | "unreachable"; reason: string };

export interface MailTransport {
  /** Calls `handOver` right before the server can accept the mail, and aborts when it throws. */
  send: (mail: RenderedMail, handOver: () => Promise<void>) => Promise<DeliveryResult>;
  close: () => void;
}

const defaultTimeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 30 * secondMs,
  dnsTimeout: 10 * secondMs,
} as const;
type Timeouts = Readonly<Record<keyof typeof defaultTimeouts, number>>;

export function transportFor({ SMTP_URL, MAIL_DIR }: Pick<typeof env, "SMTP_URL" | "MAIL_DIR"> = env): MailTransport {
  if (SMTP_URL !== undefined) return smtpTransport(SMTP_URL);
  return MAIL_DIR === undefined ? logTransport : folderTransport(MAIL_DIR);
}

/** Reuses one connection while it lasts. */
export function smtpTransport(smtpUrl: string, timeouts: Timeouts = defaultTimeouts): MailTransport {
  let open: SMTPConnection | null = null;
  const close = () => {
    if (open && !open.destroyed) open.quit();
    open = null;
  };
  const connected = async () => {
    if (open && !open.destroyed) return open;
    open = await connect(smtpUrl, timeouts);
    return open;
  };
  const send: MailTransport["send"] = async (mail, handOver) => {
    let handedOver = false;
    let handOverResult = Promise.resolve();
    const { body, envelope } = await composeMail(mail);
    const connection = await connected().catch(reasonOf);
    if (typeof connection === "string") return { what: "unreachable", reason: connection };
    const source = streamWithBeforeEnd(body, () => {
      handOverResult = handOver().then(() => {
        handedOver = true;
      });
      return handOverResult;
    });
    try {
      await callbackResult(connection, (done) => connection.send({ ...envelope, size: body.byteLength }, source, done));
      return { what: "taken" };
    } catch (error) {
      connection.close();
      await handOverResult.catch(() => undefined);
      return resultOf(error, handedOver);
    }
  };
  return { send, close };
}

export function folderTransport(folder: string): MailTransport {
  const send: MailTransport["send"] = async (mail) => {
    const path = join(folder, `${mail.kind}-${mail.messageId}.eml`);
    try {
      const { body } = await composeMail(mail);
      await mkdir(folder, { recursive: true });
      // Readable by the owner only, like the database: some mails contain reset codes.
      await writeFile(`${path}.${process.pid}`, body, { mode: 0o600 });
      await rename(`${path}.${process.pid}`, path);
      return { what: "taken" };
    } catch (error) {
      return { what: "unreachable", reason: reasonOf(error) };
    }
  };
  return { send, close: () => undefined };
}

export const logTransport: MailTransport = {
  send: async ({ id, kind }) => {
    log(`Mail ${id} (${kind}) was not sent: neither SMTP_URL nor MAIL_DIR is set.`);
    return { what: "taken" };
  },
  close: () => undefined,
};

async function composeMail({ messageId, to, subject, text, html, unsubscribeUrl }: RenderedMail) {
  // Loaded with the first mail: many servers send none for hours.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const node = new MailComposer({
    from: env.MAIL_FROM,
    to,
    subject,
    text,
    html,
    date: new Date(),
    messageId: `<${messageId}@${mailHost()}>`,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === null
        ? {}
        : {
            "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` },
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  }).compile();
  return { body: await node.build(), envelope: node.getEnvelope() };
}

function mailHost(): string {
  if (env.APP_ORIGIN !== undefined) return new URL(env.APP_ORIGIN).hostname;
  return /@([^>]+)/.exec(env.MAIL_FROM)?.[1] ?? "localhost";
}

async function connect(smtpUrl: string, timeouts: Timeouts): Promise<SMTPConnection> {
  const { options, auth } = accessOf(new URL(smtpUrl));
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection({ ...options, ...timeouts });
  // The callbacks get every error, too; without a listener Node would end the process.
  connection.on("error", () => undefined);
  try {
    await callbackResult(connection, (done) => connection.connect(done));
    if (auth) await callbackResult(connection, (done) => connection.login(auth, done));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Requires TLS for credentials, except to this machine. */
function accessOf(url: URL): { options: SMTPConnectionOptions; auth: SMTPConnectionAuth | null } {
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  const name = isIP(mailHost()) === 0 ? mailHost() : undefined;
  const options = {
    host,
    port: url.port === "" ? undefined : Number(url.port),
    secure: url.protocol === "smtps:",
    name,
    requireTLS: user !== "" && !isLocal,
  };
  return { options, auth: user === "" ? null : { user, pass } };
}

/** Wraps a callback in a promise. The connection may break without calling back. */
function callbackResult<R>(
  connection: SMTPConnection,
  ask: (done: (error?: Error | null, answer?: R) => void) => void,
): Promise<R | undefined> {
  return new Promise<R | undefined>((resolve, reject) => {
    const settle = (error: Error | null | undefined, answer?: R) => {
      connection.off("error", settle).off("end", ended);
      if (error) reject(error);
      else resolve(answer);
    };
    // The reply that closed the connection may still follow.
    const ended = () => setImmediate(() => settle(new Error("The connection ended.")));
    connection.once("error", settle).once("end", ended);
    ask(settle);
  });
}

/** A mail server accepts a mail when it reads its end, so `beforeEnd` delays the end. */
function streamWithBeforeEnd(body: Buffer, beforeEnd: () => Promise<void>): Readable {
  return Readable.from(
    (async function* () {
      yield body;
      await beforeEnd();
    })(),
  );
}

function resultOf(error: unknown, handedOver: boolean): DeliveryResult {
  const reason = reasonOf(error);
  if (!isError(error)) return { what: handedOver ? "in-doubt" : "deferred", reason };
  const { code, command, responseCode = 0, permanent = false } = error;
  if (responseCode >= 400)
    return {
      what:
        permanent && (command === "RCPT TO" || command === "DATA") && isAboutThisMail(error) ? "refused" : "deferred",
      reason,
    };
  if (handedOver) return { what: "in-doubt", reason };
  // It is not sent: nodemailer rejects the address itself.
  return { what: code === "EENVELOPE" ? "refused" : "deferred", reason };
}

/**
 * Whether a permanent refusal concerns this mail (its mailbox or content). Otherwise it concerns us, such as a relay
 * refusal: every mail gets it, and all can be sent once that is fixed. By the RFC 3463 code, else by the RFC 5321 code.
 */
function isAboutThisMail({ response = "", responseCode = 0 }: SMTPError): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? [];
  return subject === undefined ? [501, 550, 551, 552, 553].includes(responseCode) : ["1", "2", "6"].includes(subject);
}

function reasonOf(error: unknown): string {
  if (!isError(error)) return "unknown";
  const code = error.originalCode ?? error.code ?? error.name;
  return error.responseCode === undefined ? code : `${code} ${error.responseCode}`;
}

function isError(error: unknown): error is SMTPError {
  return error instanceof Error;
}
