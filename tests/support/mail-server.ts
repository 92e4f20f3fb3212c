/** A real SMTP server on loopback whose answers the test decides. */
import { once } from "node:events";
import PostalMime, { type Email } from "postal-mime";
import { type SMTPServerOptions, SMTPServer } from "smtp-server";

export interface Received {
  from: string;
  to: string[];
  session: string;
  mail: Email;
}

/** undefined = accepted; a code, or a code with a text = refused. */
type Reply = number | string | undefined;
type Answer = Reply | Promise<Reply>;

interface Options {
  port?: number;
  auth?: { user: string; pass: string };
  onRecipient?: (address: string) => Answer;
  onMail?: (received: Received) => Answer;
  options?: SMTPServerOptions;
}

export interface MailServer {
  url: string;
  port: number;
  taken: Received[];
  /** Every mail that arrived completely, accepted or not. */
  seen: Received[];
  stop: () => Promise<void>;
}

export async function startMailServer({
  port = 0,
  auth,
  onRecipient,
  onMail,
  options,
}: Options = {}): Promise<MailServer> {
  const [taken, seen]: Received[][] = [[], []];
  if (!taken || !seen) throw new Error("No lists");
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onAuth: (given, _session, done) =>
      given.username === auth?.user && given.password === auth?.pass ? done(null, { user: "ok" }) : done(refusal(535)),
    onRcptTo: ({ address }, _session, done) =>
      void Promise.resolve(onRecipient?.(address)).then((code) => done(code === undefined ? null : refusal(code))),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => undefined);
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(async (mail) => {
          const { mailFrom, rcptTo } = session.envelope;
          const received = {
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            session: session.id,
            mail,
          };
          seen.push(received);
          const code = await onMail?.(received);
          if (code === undefined) taken.push(received);
          done(code === undefined ? null : refusal(code));
        });
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const used = typeof address === "object" && address ? address.port : 0;
  const account = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : "";
  return {
    url: `smtp://${account}127.0.0.1:${used}`,
    port: used,
    taken,
    seen,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function header(mail: Email, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
}

function refusal(reply: number | string): Error {
  const [, words = "No, <somebody@example.test>."] = /^\d{3} (.+)$/.exec(String(reply)) ?? [];
  return Object.assign(new Error(words), { responseCode: parseInt(String(reply), 10) });
}
