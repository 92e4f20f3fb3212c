import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import type { RenderedMail } from "../../app/mails/mail.server.ts";
import { transportFor, folderTransport, logTransport, smtpTransport } from "../../app/mails/mail.server.ts";
import { header, startMailServer } from "../support/mail-server.ts";
import { soon } from "../support/soon.ts";

const letter: RenderedMail = {
  id: 12, kind: "new-picks", messageId: "a1b2c3", to: { name: "Zoë, \"Q\" <x@y.z>\r\nBcc: all@example.test", address: "zoe@example.test" },
  subject: "2 new picks: NBA – ⚾\r\nBcc: all@example.test", text: "Knicks +2.5 ✅\n.\nend\n", html: "<p>Knicks +2.5 ✅</p>", unsubscribeUrl: `https://picks.example/unsubscribe/${"t".repeat(43)}`,
};
const keep = () => Promise.resolve();
const folder = mkdtempSync(join(tmpdir(), "simline-mail-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

describe("a folder for mail", () => {
  const path = join(folder, "deep", "mail");

  it("is made when it is missing, and holds one file per mail, however often it is written", async () => {
    for (let time = 0; time < 3; time += 1) expect(await folderTransport(path).send(letter, keep)).toEqual({ what: "taken" });
    expect(readdirSync(path)).toEqual(["new-picks-a1b2c3.eml"]);
  });

  it("keeps the mail as it would have been sent", async () => {
    const raw = readFileSync(join(path, "new-picks-a1b2c3.eml"));
    const mail = await PostalMime.parse(raw);
    expect(mail.to?.map(({ address }) => address)).toEqual(["zoe@example.test"]);
    expect([mail.from?.address, mail.bcc, mail.cc]).toEqual(["no-reply@simline.example", undefined, undefined]);
    expect(mail.subject).toContain("2 new picks: NBA – ⚾");
    expect([mail.text?.trim(), mail.html?.trim()]).toEqual(["Knicks +2.5 ✅\n.\nend", "<p>Knicks +2.5 ✅</p>"]);
    expect(mail.messageId).toBe("<a1b2c3@simline.example>");
    expect([header(mail, "List-Unsubscribe"), header(mail, "List-Unsubscribe-Post"), header(mail, "Auto-Submitted")]).toEqual([`<${letter.unsubscribeUrl}>`, "List-Unsubscribe=One-Click", "auto-generated"]);
    expect(raw.toString().split("\r\n").every((line) => !line.includes("\n") && line.length <= 998)).toBe(true);
  });

  it("lets nobody else on the machine read it: a code to set a new password is a mail", () => {
    expect((statSync(join(path, "new-picks-a1b2c3.eml")).mode & 0o777).toString(8)).toBe("600");
  });

  it("names no unsubscribe link where nobody subscribed", async () => {
    await folderTransport(path).send({ ...letter, messageId: "code", unsubscribeUrl: null }, keep);
    expect(readFileSync(join(path, "new-picks-code.eml"), "utf8")).not.toMatch(/^list-/im);
  });

  it("that can't be written is a way that is closed", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await folderTransport(join(folder, "file")).send(letter, keep)).toMatchObject({ what: "unreachable", reason: "EEXIST" });
  });
});

describe("a mail server on another machine", () => {
  it.each([
    ["without STARTTLS", { hideSTARTTLS: true, disabledCommands: ["STARTTLS"] }],
    ["with a certificate that nobody vouches for", { hideSTARTTLS: false }],
  ])("%s gets neither the password nor the mail", async (_what, manners) => {
    const passwords: unknown[] = [];
    const server = await startMailServer({ auth: { user: "post", pass: "secret" }, options: { ...manners, onAuth: ({ password }, _session, done) => { passwords.push(password); done(null, { user: "ok" }); } } });
    // This machine by an address that nothing takes for its own name.
    const carrier = smtpTransport(server.url.replace("127.0.0.1", "0.0.0.0"));
    expect(await carrier.send(letter, keep)).toEqual({ what: "unreachable", reason: expect.any(String) });
    carrier.close();
    await server.stop();
    expect([passwords, server.seen]).toEqual([[], []]);
  });
});

describe("the log", () => {
  it("says that a mail was made, and nothing of what it says or to whom", async () => {
    const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    expect(await logTransport.send(letter, keep)).toEqual({ what: "taken" });
    await vi.waitFor(() => expect(lines).toHaveBeenCalledTimes(1), soon);
    const [[line] = []] = lines.mock.calls;
    expect(JSON.parse(String(line))).toEqual({ time: expect.any(String), level: "info", message: "Mail 12 (new-picks) was made and not sent: neither SMTP_URL nor MAIL_DIR is set." });
  });

  it("is the way out when the environment names none", () => {
    expect(transportFor({})).toBe(logTransport);
    expect(transportFor({ MAIL_DIR: folder })).not.toBe(logTransport);
  });
});
