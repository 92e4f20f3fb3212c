/** Writes to disk, and how 20 sign-ins per second slow down page requests. */
import { median } from "./figures.ts";
import { runModel } from "./history.ts";
import { type Loaded, load } from "./load.ts";
import type { Figure } from "./report.ts";
import { type Seeded, emailOf, members, password, seededWithLedger } from "./seed.ts";
import { type Server, startProduct } from "./servers.ts";

const settled = 100_000;
const signInsPerSecond = 20;

export async function measureWrites(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const { rounds, seconds } = isQuick ? { rounds: 1, seconds: 3 } : { rounds: 3, seconds: 8 };
  const database = await seededWithLedger(settled);
  try {
    const pairs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      say(`publish and settle, round ${round + 1} of ${rounds}`);
      const { perSecond } = await runModel("model-writes.ts", database.path, ["--seconds", String(seconds)]).output;
      pairs.push(perSecond ?? Number.NaN);
    }
    return [
      { id: "writes", value: median(pairs), remark: "pairs, from one process" },
      ...(await besideSignIns(database, rounds, seconds, say)),
    ];
  } finally {
    database.remove();
  }
}

async function besideSignIns(
  database: Seeded,
  rounds: number,
  seconds: number,
  say: (text: string) => void,
): Promise<Figure[]> {
  const server = await startProduct(database.path);
  const pages = () => load(server, { path: "/dashboard", cookies: database.cookies }, seconds);
  try {
    await pages();
    const turns: { alone: Loaded; beside: Loaded; refused: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      say(`pages beside ${signInsPerSecond} sign-ins a second, round ${round + 1} of ${rounds}`);
      const alone = await pages();
      const signingIn = signIns(server, seconds, round * seconds * signInsPerSecond);
      const beside = await pages();
      turns.push({ alone, beside, refused: await signingIn });
    }
    return [
      {
        id: "sign-ins.p99",
        value: median(turns.map(({ beside }) => beside.p99Ms)),
        reference: median(turns.map(({ alone }) => alone.p99Ms)),
        remark: `${median(turns.map(({ refused }) => refused))} sign-ins were rate limited`,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Starts sign-ins of different members at a constant rate. Returns how many were refused. */
async function signIns(server: Server, seconds: number, first: number): Promise<number> {
  const answers: Promise<number>[] = [];
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      answers.push(signIn(server, 1 + ((first + answers.length) % members)));
      if (answers.length < seconds * signInsPerSecond) return;
      clearInterval(timer);
      done();
    }, 1000 / signInsPerSecond);
  });
  return (await Promise.all(answers)).filter((status) => status !== 303 && status !== 302).length;
}

async function signIn({ origin }: Server, member: number): Promise<number> {
  const body = new URLSearchParams({ email: emailOf(member), password });
  const response = await fetch(`${origin}/login`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
  });
  await response.arrayBuffer();
  return response.status;
}
