/** One file of everything that the operator owns. */
import { z } from "zod";
import { byteOrderMark } from "../../csv/csv.ts";
import { migrationNames } from "../../db.server.ts";
import type { Archive } from "../../downloads/archive.server.ts";
import { longAuditCsv } from "../../downloads/audit-csv.ts";
import { picksCsv } from "../../downloads/picks-csv.ts";
import type { ZipEntry } from "../../downloads/zip.ts";
import { Refusal } from "../../refusal.ts";
import { siteName } from "../../site.ts";
import { minuteMs, secondMs } from "../../time/durations.ts";
import type { Stream } from "../bets/stream.ts";
import { operation } from "../operation.server.ts";
import { readForFile, resolvedFilter } from "../picks/staff-list.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { readBuild } from "../status/status.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { readWholeTrail } from "../trail/audit-list.server.ts";
import { exportedTables } from "./exported-tables.ts";
import { ledgerFile } from "./ledger-file.server.ts";
import { readme } from "./readme.ts";
import { tableFile } from "./table-file.server.ts";

/** Of this process. */
let isBusy = false;

/** Refuses with "too-many" while another export is written. */
export const exportEverything = operation("everything.export", z.object({}), async (actor): Promise<Archive> => {
  if (isBusy)
    throw new Refusal("too-many", "Somebody is downloading everything already. Please try again when that has ended.", {
      retryAfter: minuteMs / secondMs,
    });
  isBusy = true;
  const end = () => {
    isBusy = false;
  };
  try {
    await writeAs(actor, (trx) =>
      recordAudit(trx, {
        actorId: actor.person.id,
        action: "everything.exported",
        subject: "site",
        subjectId: null,
      }),
    );
  } catch (error) {
    end();
    throw error;
  }
  const at = new Date();
  return { name: `everything-${at.toISOString().slice(0, 10)}.zip`, at, entries: entriesAt(at), end };
});

function entriesAt(at: Date): ZipEntry[] {
  const files = [...filesOfTheirOwn(), ...filesOfTables()];
  const facts = {
    siteName: siteName(),
    at: at.toISOString(),
    commit: readBuild().commit,
    migration: migrationNames().at(-1) ?? "none",
  };
  return [{ name: "README.txt", parts: [readme(files, facts)] }, ...files];
}

interface File extends ZipEntry {
  about: string;
}

function filesOfTheirOwn(): File[] {
  return [
    {
      name: "picks/ledger.json",
      about: "The whole ledger, with everything that it sealed",
      parts: ledgerFile(),
    },
    { name: "picks/regular.csv", about: "Published picks, as the import reads them", parts: picksFile("regular") },
    { name: "picks/pro.csv", about: "The same of the pro picks", parts: picksFile("pro") },
    { name: "audit.csv", about: "The audit trail: who changed what", parts: marked(longAuditCsv(readWholeTrail())) },
  ];
}

function picksFile(stream: Stream): AsyncIterable<string> {
  return marked(picksCsv(readForFile(stream, "all", resolvedFilter.parse({}))));
}

async function* marked(csv: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* csv;
}

function filesOfTables(): File[] {
  return Object.entries(exportedTables).map(([name, table]) => ({
    name: table.file,
    about: table.about,
    parts: tableFile(name, table),
  }));
}
