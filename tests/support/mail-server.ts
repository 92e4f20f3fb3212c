/** A real mail server on loopback, that does what a test says. */
import { once } from "node:events";
import type { Email } from "postal-mime";
import PostalMime from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { SMTPServer } from "smtp-server";

export interface Received {
  from: string;
  to: string[];
  /** The session that it came in. */
  session: string;
  mail: Email;
}

/** What the server answers: nothing = yes, a code, or one with its words = no, a promise = when it is settled. */
type Said = number | string | undefined;
type Answer = Said | Promise<Said>;

interface Manners {
  port?: number;
  auth?: { user: string; pass: string };
  onRecipient?: (address: string) => Answer;
  /** Asked when the server has the whole mail and has not answered yet. */
  onMail?: (received: Received) => Answer;
  options?: SMTPServerOptions;
}

export interface MailServer {
  url: string;
  port: number;
  /** What it took, that is answered with 250. */
  taken: Received[];
  /** Every mail that reached it whole, taken or not. */
  seen: Received[];
  stop: () => Promise<void>;
}

export async function startMailServer({ port = 0, auth, onRecipient, onMail, options }: Manners = {}): Promise<MailServer> {
  const [taken, seen]: Received[][] = [[], []];
  if (!taken || !seen) throw new Error("No lists");
  const server = new SMTPServer({
    hideSTARTTLS: true, authOptional: auth === undefined, allowInsecureAuth: true, disableReverseLookup: true, closeTimeout: 100, logger: false,
    onAuth: (given, _session, done) => (given.username === auth?.user && given.password === auth?.pass ? done(null, { user: "ok" }) : done(refusal(535))),
    onRcptTo: ({ address }, _session, done) => void Promise.resolve(onRecipient?.(address)).then((code) => done(code === undefined ? null : refusal(code))),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => undefined);
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(async (mail) => {
          const { mailFrom, rcptTo } = session.envelope;
          const received = { from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), session: session.id, mail };
          seen.push(received);
          const code = await onMail?.(received);
          if (code === undefined) taken.push(received);
          done(code === undefined ? null : refusal(code));
        });
      });
    },
    ...options,
  });
  // A client that is killed breaks its connection.
  server.on("error", () => undefined);
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const used = typeof address === "object" && address ? address.port : 0;
  const account = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : "";
  return { url: `smtp://${account}127.0.0.1:${used}`, port: used, taken, seen, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The text of a header, by its name in any case. */
export function header(mail: Email, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
}

function refusal(said: number | string): Error {
  const [, words = "No, <somebody@example.test>."] = /^\d{3} (.+)$/.exec(String(said)) ?? [];
  return Object.assign(new Error(words), { responseCode: parseInt(String(said), 10) });
}
