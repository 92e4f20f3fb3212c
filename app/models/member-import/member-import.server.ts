/** The superadmins' import of members from another service: a preview, then all at once. Nobody is mailed by it. */
import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { type Expected, type RawTable, noHeader, readRawTable } from "../../csv/raw-table.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { email, textLine } from "../fields.ts";
import { countRows, maxTableBytes, maxTableRows } from "../import/import.ts";
import { operation } from "../operation.server.ts";
import { endOfDay, lastDate } from "../people/user-access.server.ts";
import { isReserved, reservedText } from "../people/user-row.server.ts";
import { hashSecret } from "../secret.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { fieldReader, hasEmails, ignoredColumns, isMemberColumn, readUntil } from "./member-table.ts";
import { slicesOf, writeOutcomes } from "./new-members.server.ts";
import { type Account, type GivenMember, type MembersView, type Outcome, outcomeOf } from "./outcome.ts";

const membersTable: Expected = { rows: "members", header: "email, name, until" };
const rowsShown = 100;
const changedText = "Something has changed since the preview, so nothing was imported. Look at it again.";
const memberName = textLine(100);

const membersForm = z.object({ text: z.string({ error: "Paste a table first." }), digest: textLine(64) });

/**
 * Shows what the import would do; with the digest of that preview, imports all but the refused rows. Idempotent: the same
 * table imports nobody twice. Refuses with "invalid" a text that is no table of members.
 */
export const importMembers = operation("users.manage", membersForm, async (actor, form): Promise<MembersView> => {
  const table = readTable(form.text);
  const given = readMembers(table);
  if (form.digest === "") return viewOf(form.text, table, await outcomesOf(db, given, new Date()));
  const { outcomes, written } = await writeAs(actor, async (trx) => {
    const now = new Date();
    const outcomes = await outcomesOf(trx, given, now);
    const counts = countRows(outcomes);
    // The same rows were imported before, by a form whose answer got lost.
    if (counts.created + counts.changed === 0) return { outcomes, written: true };
    if (digestOf(outcomes) !== form.digest) return { outcomes, written: false };
    await writeOutcomes(trx, actor.person.id, outcomes, now);
    return { outcomes, written: true };
  });
  return { ...viewOf(form.text, table, outcomes), written, problem: written ? "" : changedText };
});

function readTable(text: string): RawTable {
  const table = readRawTable(text, { rows: maxTableRows, bytes: maxTableBytes }, isMemberColumn, membersTable);
  if ("problem" in table) throw Refusal.at("text", "invalid", table.problem);
  if (!hasEmails(table)) throw Refusal.at("text", "invalid", noHeader(membersTable).problem);
  return table;
}

function readMembers({ header, rows }: RawTable): GivenMember[] {
  const firstLines = new Map<string, number | null>();
  const fieldsOf = fieldReader(header);
  return rows.map(({ line, cells }) => {
    const member = readMember(line, fieldsOf(cells));
    const first = firstLines.get(member.email);
    if (first !== undefined)
      return { ...member, problem: `This email is in ${first === null ? "a row above" : `line ${first}`} already.` };
    if (member.email !== "") firstLines.set(member.email, line);
    return member;
  });
}

function readMember(line: number | null, cells: ReturnType<ReturnType<typeof fieldReader>>): GivenMember {
  const address = email.safeParse(cells.email);
  const name = memberName.safeParse(cells.name);
  const until = readUntil(cells.until, env.SITE_TIMEZONE, endOfDay);
  const problems = [
    cells.email === "" ? "There is no email." : "",
    cells.email !== "" && !address.success ? "The email can't be right." : "",
    address.success && isReserved(address.data) ? reservedText : "",
    name.success ? "" : `Name: ${name.error.issues[0]?.message ?? ""}`,
    until === null || until.slice(0, 10) > lastDate ? `"${cells.until}" is not a date that can be read.` : "",
    cells.deleted === "" ? "" : "They deleted their account there.",
  ];
  return {
    line,
    email: address.data ?? cells.email,
    name: name.data ?? cells.name,
    until: until ?? "",
    wantsMail: !["false", "0", "no"].includes(cells.wants_mail.toLowerCase()),
    problem: problems.filter(Boolean).join(" "),
  };
}

async function outcomesOf(source: Db, members: readonly GivenMember[], now: Date): Promise<Outcome[]> {
  const accounts = new Map<string, Account>();
  for (const some of slicesOf(members)) {
    const rows = await source
      .selectFrom("users")
      .select(["id", "email", "role", "status", "access_until", "access_rule", "access_rule_until", "payment_review"])
      .where(
        "email",
        "in",
        some.map((member) => member.email),
      )
      .execute();
    for (const row of rows) accounts.set(row.email, row);
  }
  return members.map((member) => outcomeOf(member, accounts.get(member.email) ?? null, now, env.SITE_TIMEZONE));
}

function viewOf(text: string, table: RawTable, outcomes: readonly Outcome[]): MembersView {
  const counts = countRows(outcomes);
  const rows = outcomes.map(({ given: { line, email, name }, status, text }, index) => ({
    index,
    line,
    email,
    name,
    status,
    text,
  }));
  const refused = rows.filter(({ index, status }) => index >= rowsShown && status === "failed");
  return {
    text,
    problem: "",
    ignored: ignoredColumns(table),
    leftOut: table.leftOut,
    total: rows.length,
    rows: [...rows.slice(0, rowsShown), ...refused.slice(0, rowsShown)],
    counts,
    digest: counts.created + counts.changed === 0 ? "" : digestOf(outcomes),
    written: false,
  };
}

/** Without the texts: whether a date is past changes nothing. */
function digestOf(outcomes: readonly Outcome[]): string {
  return hashSecret(JSON.stringify(outcomes.map(({ given, status }) => [given, status])));
}
