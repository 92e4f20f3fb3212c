import { shortened } from "../../format.ts";

/** Texts of at most 1,000 characters; '' = empty, null = there was no row. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

export const auditSubjects = [
  "affiliate",
  "affiliate-request",
  "announcement",
  "channel",
  "key",
  "learn",
  "payout",
  "pick",
  "result",
  "sidebar",
  "site",
  "team-alias",
  "user",
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export interface AuditEntry {
  id: number;
  at: string;
  action: string;
  /** The name that staff had then. Null = a key, a job, or a visitor who was not signed in. */
  actor: NamedAccount | null;
  /** The name of the program's key that did it. */
  key: string | null;
  /** The job of the server that did it. */
  job: string | null;
  subject: string;
  subject_id: number | null;
  subject_name: string | null;
  changes: FieldChange[];
}

/** `name` is null when it was not stored and the account is gone. */
export interface NamedAccount {
  id: number;
  name: string | null;
  gone: boolean;
}

type Subject = Pick<AuditEntry, "subject" | "subject_id" | "subject_name">;

export function subjectText({ subject, subject_id: id, subject_name: name }: Subject): string {
  const kind = subject.replaceAll("-", " ");
  if (id === null || subject === "sidebar") return kind;
  return subject === "user" ? personText({ id, name }) : `${kind} ${id}`;
}

export function personText({ id, name }: Omit<NamedAccount, "gone">): string {
  return name ?? `deleted user ${id}`;
}

/** A person's name, "Key: …" or a job of the server; "" = unknown. */
export function authorText({ actor, key, job }: Pick<AuditEntry, "actor" | "key" | "job">): string {
  if (actor !== null) return personText(actor);
  return key === null ? (job ?? "") : `Key: ${key}`;
}

export const maxListed = 10_000;

export function entriesText(total: number): string {
  if (total > maxListed) return `The newest ${maxListed.toLocaleString("en-US")} entries`;
  return `${total.toLocaleString("en-US")} ${total === 1 ? "entry" : "entries"}`;
}

export const lineLength = 60;

/** Shortens each of the two values to `length` characters. */
export function changeText({ before, after }: FieldChange, length: number): string {
  const [from, to] = [before, after].map((text) =>
    text === null ? null : shortened(text.replace(/\s+/g, " "), length),
  );
  if (from === null || to === null) return from || to || "";
  return `${from || "(empty)"} → ${to || "(empty)"}`;
}
