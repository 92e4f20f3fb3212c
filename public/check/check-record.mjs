// Checks the record of a site with nothing but Node: node check-record.mjs https://picks.example [SEQ:HASH]
import { createHash } from "node:crypto";

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
};
const sha256 = (...parts) => createHash("sha256").update(parts.join("\n")).digest("hex");

async function page(site, after) {
  for (;;) {
    const answer = await fetch(`${site}/api/record/ledger?after=${after}&limit=500`);
    if (answer.ok) return answer.json();
    if (answer.status !== 429) throw new Error(`The site answers ${answer.status}.`);
    // 120 calls a minute.
    await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("retry-after"))));
  }
}

/** What the rules say: 1 won, 0 push, -1 lost, a half for half a bet; null where people grade. */
function share({ market, side, sport, line, away, home }, awayScore, homeScore) {
  if (["Golf", "Horses"].includes(sport) || !away || !home) return null;
  const margin = side === "home" ? homeScore - awayScore : awayScore - homeScore;
  if (market === "moneyline" && ["home", "away"].includes(side) && margin !== 0) return Math.sign(margin);
  if (!["spread", "total"].includes(market) || ["UFC", "Tennis"].includes(sport) || line === undefined) return null;
  const [at, total] = [Number(line), awayScore + homeScore];
  const ahead =
    { over: (points) => total - points, under: (points) => points - total }[side] ?? ((points) => margin + points);
  const lines = Number.isInteger(at * 2) ? [at] : [at - 0.25, at + 0.25];
  return lines.reduce((sum, each) => sum + Math.sign(ahead(each)), 0) / lines.length;
}

const [site, kept = ""] = [process.argv[2].replace(/\/$/, ""), process.argv[3]];
const [now, entries, problems, sealed, held] = [new Date().toISOString(), [], [], new Map(), new Set()];
let [before, last, keptFound, head] = ["0".repeat(64), "", kept === "", null];
do {
  const answer = await page(site, entries.length);
  head = answer.head;
  if (answer.entries.length === 0) break;
  entries.push(...answer.entries);
} while (entries.length < head.seq);
for (const [index, { hash, reveal, ...entry }] of entries.entries()) {
  const say = (problem) => problems.push(`entry ${index + 1}: ${problem}`);
  if (entry.seq !== index + 1) say("a gap");
  if (sha256(before, canonical(entry)) !== hash) say("its hash is not that of this entry after the one before it");
  if (entry.at < last) say("it claims an earlier time than the entry before it");
  if (reveal && sha256(reveal.salt, canonical(reveal.content)) !== entry.digest)
    say("what was revealed is not what was sealed");
  const pick = entry.ref.replace(/:[^:]*$/, "");
  if (["publish", "amend", "import"].includes(entry.type)) {
    sealed.set(pick, reveal?.content);
    held.delete(pick);
    if (!reveal && (entry.reveal_by ?? "9") < now) held.add(pick);
  }
  if (entry.type === "settle" && entry.by === "rule" && entry.home_score !== undefined && sealed.get(pick)) {
    const ruled = share(sealed.get(pick), Number(entry.away_score), Number(entry.home_score));
    const outcome = ruled > 0 ? "win" : ruled < 0 ? "loss" : "push";
    if (ruled !== null && entry.outcome !== outcome) say("the rules grade these scores otherwise");
  }
  [before, last] = [hash, entry.at];
  keptFound ||= kept === `${index + 1}:${hash}`;
}
if (!keptFound) problems.push(`the record was rewritten: it has no ${kept}`);
if (before !== head.hash) problems.push("the head is not that of the last entry");
for (const pick of held) problems.push(`${pick}: held back, not revealed by its time`);
const intact = `Intact: ${entries.length} entries, ${sealed.size} picks, up to ${last}. Head: ${entries.length}:${before}`;
console.log(problems.join("\n") || intact);
process.exitCode = problems.length === 0 ? 0 : 1;
