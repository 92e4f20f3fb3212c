/** Tests the final score on the cards and tables of settled picks. */
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { createUser, putOnCard } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { visibleText } from "../../support/pages/html.ts";

const app = useApp();
const streams = [
  ["/api/picks", "/history", "/admin/picks"],
  ["/api/propicks", "/propicks-history", "/admin/propicks"],
] as const;
const settled = { verdict: "✅", units_result: "1", game_date: "11/20/2026" } as const;
let staff: Client;
let member: Client;

beforeAll(async () => {
  staff = await app.signedIn("superadmin");
  const { id: userId, email } = await createUser(app.db);
  member = app.client();
  await member.signIn(email);
  for (const [api] of streams) {
    const graded = await publish(staff, { ...settled, game: "Los Angeles Lakers @ Boston Celtics" }, api);
    const fight = await publish(staff, { ...settled, game: "Jones vs Pereira", sport: "UFC" }, api);
    const ungraded = await publish(staff, { ...settled, game: "Miami Heat @ Chicago Bulls" }, api);
    await endWith(graded, 104, 112);
    await endWith(fight, 0, 1);
    await putOnCard(
      app.db,
      userId,
      [graded, fight, ungraded].map((id) => ({ id })),
    );
  }
});

async function endWith(id: number, away_score: number, home_score: number): Promise<void> {
  await app.db.updateTable("picks").set({ away_score, home_score }).where("id", "=", id).execute();
}

const onCards = [
  /Los Angeles Lakers 104 @ Boston Celtics 112/,
  /Jones vs Pereira · Winner: Pereira/,
  /Miami Heat @ Chicago Bulls(?! ?[·\d])/,
];
const inTables = [
  /Los Angeles Lakers @ Boston Celtics ?Final 104-112 · SIM/,
  /Jones vs Pereira ?Winner: Pereira · SIM/,
  /Miami Heat @ Chicago Bulls ?SIM/,
];
const missing = (html: string, patterns: RegExp[]) => patterns.filter((pattern) => !pattern.test(visibleText(html)));

test.each(streams)("members see how the games of %s ended on %s, and staff on %s", async (_api, history, manager) => {
  expect(missing(await member.text(history), onCards)).toEqual([]);
  expect(missing(await staff.text(manager), inTables)).toEqual([]);
  expect(missing(await staff.text(`${manager}?q=a`), inTables)).toEqual([]);
});

test.each(["regular", "pro"])("and on My Card's results (%s)", async (stream) =>
  expect(missing(await member.text(`/my-card?tab=results&stream=${stream}`), onCards)).toEqual([]),
);
