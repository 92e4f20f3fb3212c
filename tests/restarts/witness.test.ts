/** The head of the record at a third party, and what happens when that is slow. */
import { type Server, createServer } from "node:http";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { publish } from "../support/database/picks.ts";
import { soon } from "../support/soon.ts";
import { useApp } from "../support/app/use-app.ts";

const bodies: string[] = [];
let answers = false;
/** Takes a post at once, and answers it only when it is told to. */
const chat: Server = createServer((request, response) => {
  request.setEncoding("utf8");
  request.on("data", (text: string) => bodies.push(text));
  request.on("end", () => answers && response.writeHead(204).end());
});
chat.listen(0, "127.0.0.1");
await once(chat, "listening");
afterAll(() => {
  chat.closeAllConnections();
  chat.close();
});
const address = chat.address();
const port = typeof address === "object" && address ? address.port : 0;

const app = useApp({ WITNESS_WEBHOOK_URL: `http://127.0.0.1:${port}/hook` }, null);

test("a slow one costs nobody anything, and the head that it gets is one of the record", async () => {
  await expect.poll(() => bodies.length, soon).toBe(1);
  // Its answer is still awaited.
  const staff = await app.signedIn("superadmin");
  await publish(staff);
  const [seq, hash] = (await app.client().text("/record/head.txt")).split(" ");
  expect(Number(seq)).toBe(2);
  answers = true;
  const first = /^Record head 1:([0-9a-f]{64}) \d{4}-/.exec(JSON.parse(bodies[0] ?? "{}").content)?.[1];
  const { entries } = await (await app.client().get("/api/record/ledger")).json();
  expect([first, hash]).toEqual(entries.map((entry: { hash: string }) => entry.hash));
});
