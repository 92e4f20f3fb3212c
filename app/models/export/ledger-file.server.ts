import { db } from "../../db.server.ts";
import { readHead } from "../ledger/chain/append.server.ts";
import { readEntries } from "../ledger/chain/pick-history.server.ts";
import { revealIn, servedEntry } from "../record/public-record.server.ts";

const entriesAtOnce = 250;

/** All entries up to the present head as `GET /api/record/ledger` gives them, but with everything that was sealed. */
export async function* ledgerFile(): AsyncGenerator<string> {
  const head = await readHead(db);
  yield `{"head":${JSON.stringify(head)},"entries":[`;
  for (let last = 0; last < head.seq;) {
    const entries = (await readEntries(db, last, entriesAtOnce)).filter(({ seq }) => seq <= head.seq);
    const texts = entries.map((entry) => JSON.stringify(servedEntry(entry, revealIn(entry))));
    yield `${last === 0 ? "" : ","}\n${texts.join(",\n")}`;
    last = entries.at(-1)?.seq ?? head.seq;
  }
  yield "\n]}\n";
}
