/**
 * Prints how many bytes the record keeps of each pick: `node --expose-gc record-heap.ts`. It writes a ledger into the
 * empty database at DATABASE_PATH.
 */
import { dayMs, hourMs } from "../../app/time/durations.ts";
import { writeInTurn } from "../../app/db.server.ts";
import { append, readHead } from "../../app/models/ledger/chain/append.server.ts";
import { cachedRecord } from "../../app/models/record/cache/cached-record.server.ts";
import { revealedIn } from "../../app/models/record/record-list.server.ts";
import { content, wonByRule } from "./ledger.ts";

const zone = "America/New_York";
const begins = Date.parse("2024-01-01T00:00:00.000Z");
const picksPerDay = 20;
const [few, many] = [1000, 5000];

await writeInTurn("ledger", async (trx) => {
  const fields = { zone, format: "1" };
  await append(trx, await readHead(trx), { type: "begin", ref: "", fields }, new Date(begins), zone);
});
// The first picks also load and compile the code.
const before = await heapWith(0, few);
const after = await heapWith(few, few + many);
console.log(Math.round((after - before) / many));
process.exit(0);

/** Writes picks, reads the record, and returns the bytes in use. */
async function heapWith(from: number, to: number): Promise<number> {
  await writeInTurn("ledger", async (trx) => {
    let head = await readHead(trx);
    for (let pick_id = from + 1; pick_id <= to; pick_id += 1) {
      const day = begins + Math.floor(pick_id / picksPerDay) * dayMs;
      const [published, starts, settled] = [day, day + 12 * hourMs, day + 20 * hourMs].map((ms) => new Date(ms));
      const starts_at = starts?.toISOString();
      const sealed = content({ pick_id, starts_at, game_date: starts_at?.slice(0, 10), unit_size: "1.5" });
      const ref = `regular:${pick_id}:1`;
      const publish = { type: "publish", ref, content: sealed } as const;
      ({ head } = await append(trx, head, publish, published ?? new Date(), zone));
      const fields = { ...wonByRule, units: "1.37", closing_line: "-4.25" };
      ({ head } = await append(trx, head, { type: "settle", ref, fields }, settled ?? new Date(), zone));
    }
  });
  await revealedIn(await cachedRecord(new Date()));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
