/** The script of docs/pipelines.md, as it stands there, against a running server. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upcomingDate } from "../../support/database/factories.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const folder = mkdtempSync(join(tmpdir(), "simline-pipeline-"));
const text = readFileSync("docs/pipelines.md", "utf8");
const script = join(folder, "send-drafts.sh");
const sample: Record<string, unknown>[] = JSON.parse(blockOf("json"));
let key: string;

beforeAll(async () => {
  writeFileSync(script, blockOf("sh"));
  chmodSync(script, 0o755);
  const superadmin = await app.signedIn("superadmin");
  const answer = await superadmin.call("POST", "/api/keys", { name: "model", scopes: ["picks.draft"] });
  ({ key } = await answer.json());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function blockOf(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)?.[1] ?? "";
}

/** Runs the script with a model that prints these picks. */
function run(picks: unknown, bearer = key): Promise<{ code: number | null; out: string; err: string }> {
  writeFileSync(join(folder, "picks.json"), JSON.stringify(picks));
  writeFileSync(join(folder, "model"), `#!/bin/sh\ncat "${folder}/picks.json"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, SIMLINE_URL: app.origin, SIMLINE_KEY: bearer };
  const child = spawn(script, [], { env });
  const output = { out: "", err: "" };
  child.stdout.on("data", (data) => (output.out += String(data)));
  child.stderr.on("data", (data) => (output.err += String(data)));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...output })));
}

test("sends drafts, twice the same, and has at most 15 lines", async () => {
  expect(blockOf("sh").trim().split("\n").length).toBeLessThanOrEqual(15);
  const picks = sample.map((pick) => ({ ...pick, game_date: upcomingDate() }));
  expect(picks).toHaveLength(1);
  const first = await run(picks);
  expect([first.code, JSON.parse(first.out).counts, first.err]).toEqual([
    0,
    { created: 1, unchanged: 0, changed: 0, failed: 0 },
    "",
  ]);
  const again = await run(picks);
  expect([again.code, JSON.parse(again.out).counts.unchanged]).toEqual([0, 1]);
  const row = await app.db.selectFrom("picks").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ published_at: null, market: "spread", odds: -110, external_id: sample[0]?.external_id });
});

test("exits with 1 and says why when a row is refused, or the key is wrong", async () => {
  const refused = await run([{ ...sample[0], external_id: "other", sport: "Sudoku" }]);
  expect([refused.code, refused.out, refused.err.includes("Choose a sport.")]).toEqual([1, "", true]);
  const unknown = await run(sample, "key_unknown");
  expect([unknown.code, unknown.err.includes("Please login first!")]).toEqual([1, true]);
  expect(await app.db.selectFrom("picks").select("id").execute()).toHaveLength(1);
});
