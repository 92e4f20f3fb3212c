import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type RenderedMail,
  transportFor,
  folderTransport,
  logTransport,
  smtpTransport,
} from "../../app/mails/mail.server.ts";
import { header, startMailServer } from "../support/mail-server.ts";
import { soon } from "../support/soon.ts";

const letter: RenderedMail = {
  id: 12,
  kind: "new-picks",
  messageId: "a1b2c3",
  to: { name: 'Zoë, "Q" <x@y.z>\r\nBcc: all@example.test', address: "zoe@example.test" },
  subject: "2 new picks: NBA – ⚾\r\nBcc: all@example.test",
  text: "Knicks +2.5 ✅\n.\nend\n",
  html: "<p>Knicks +2.5 ✅</p>",
  unsubscribeUrl: `https://picks.example/unsubscribe/${"t".repeat(43)}`,
};
const handOver = () => Promise.resolve();
const folder = mkdtempSync(join(tmpdir(), "simline-mail-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

describe("the folder transport", () => {
  let path = "";
  const fileOf = (messageId: string) => join(path, `new-picks-${messageId}.eml`);

  beforeEach(() => {
    path = join(mkdtempSync(join(folder, "test-")), "deep", "mail");
  });

  it("creates the folder, and writes one file per mail even when it is sent twice", async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await folderTransport(path).send(letter, handOver)).toEqual({ what: "taken" });
    expect(readdirSync(path)).toEqual(["new-picks-a1b2c3.eml"]);
  });

  it("writes the mail as it would have been sent", async () => {
    await folderTransport(path).send(letter, handOver);
    const raw = readFileSync(fileOf("a1b2c3"));
    const mail = await PostalMime.parse(raw);
    expect(mail.to?.map(({ address }) => address)).toEqual(["zoe@example.test"]);
    expect([mail.from?.address, mail.bcc, mail.cc]).toEqual(["no-reply@simline.example", undefined, undefined]);
    expect(mail.subject).toContain("2 new picks: NBA – ⚾");
    expect([mail.text?.trim(), mail.html?.trim()]).toEqual(["Knicks +2.5 ✅\n.\nend", "<p>Knicks +2.5 ✅</p>"]);
    expect(mail.messageId).toBe("<a1b2c3@simline.example>");
    expect([
      header(mail, "List-Unsubscribe"),
      header(mail, "List-Unsubscribe-Post"),
      header(mail, "Auto-Submitted"),
    ]).toEqual([`<${letter.unsubscribeUrl}>`, "List-Unsubscribe=One-Click", "auto-generated"]);
    expect(
      raw
        .toString()
        .split("\r\n")
        .every((line) => !line.includes("\n") && line.length <= 998),
    ).toBe(true);
  });

  it("makes the file readable by its owner only, since reset codes are mails", async () => {
    await folderTransport(path).send(letter, handOver);
    expect((statSync(fileOf("a1b2c3")).mode & 0o777).toString(8)).toBe("600");
  });

  it("adds no unsubscribe header to a mail without an unsubscribe link", async () => {
    await folderTransport(path).send({ ...letter, messageId: "code", unsubscribeUrl: null }, handOver);
    expect(readFileSync(fileOf("code"), "utf8")).not.toMatch(/^list-/im);
  });

  it("is unreachable when the folder can't be written", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await folderTransport(join(folder, "file")).send(letter, handOver)).toMatchObject({
      what: "unreachable",
      reason: "EEXIST",
    });
  });
});

describe("a mail server on another machine", () => {
  it.each([
    ["without STARTTLS", { hideSTARTTLS: true, disabledCommands: ["STARTTLS"] }],
    ["with an untrusted certificate", { hideSTARTTLS: false }],
  ])("%s gets neither the password nor the mail", async (_what, serverOptions) => {
    const passwords: unknown[] = [];
    const server = await startMailServer({
      auth: { user: "post", pass: "secret" },
      options: {
        ...serverOptions,
        onAuth: ({ password }, _session, done) => {
          passwords.push(password);
          done(null, { user: "ok" });
        },
      },
    });
    // An address of this machine that does not count as local.
    const transport = smtpTransport(server.url.replace("127.0.0.1", "0.0.0.0"));
    expect(await transport.send(letter, handOver)).toEqual({ what: "unreachable", reason: expect.any(String) });
    transport.close();
    await server.stop();
    expect([passwords, server.seen]).toEqual([[], []]);
  });
});

describe("the log transport", () => {
  it("logs that a mail was made, without its content or recipient", async () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    expect(await logTransport.send(letter, handOver)).toEqual({ what: "taken" });
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(1), soon);
    const [[line] = []] = write.mock.calls;
    expect(JSON.parse(String(line))).toEqual({
      time: expect.any(String),
      level: "info",
      message: "Mail 12 (new-picks) was not sent: neither SMTP_URL nor MAIL_DIR is set.",
    });
  });

  it("is the default when the environment sets no transport", () => {
    expect(transportFor({})).toBe(logTransport);
    expect(transportFor({ MAIL_DIR: folder })).not.toBe(logTransport);
  });
});
