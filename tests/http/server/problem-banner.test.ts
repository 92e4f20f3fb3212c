/** Tests what a superadmin's staff pages say about the server, and that nobody else's do. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hourMs } from "../../../app/time/durations.ts";
import { formatInstant } from "../../../app/time/instant-text.ts";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { createPick } from "../../support/database/factories.ts";
import { everyPage, fillSite } from "../../support/pages/every-page.ts";
import { visibleText } from "../../support/pages/html.ts";
import { soon } from "../../support/soon.ts";

// A folder can't be made below a file, so that every backup fails.
const app = useApp({ BACKUP_DIR: "/dev/null/backups", BACKUP_EVERY: "1h" }, null);
const banner = /<div class="alert b health" role="alert">.*?<\/(?:ul|div)><\/div>/g;
const bannersOn = (html: string) => html.match(banner) ?? [];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const oldest = hoursAgo(500);
let superadmin: Client;

beforeAll(async () => {
  ({ superadmin } = await fillSite(app));
  await vi.waitFor(() => expect(app.errors()).toContain("The backup failed"), soon);
});
// No pick waits for its result yet.
beforeEach(async () => {
  await app.db
    .updateTable("picks")
    .set({ starts_at: hoursAgo(23) })
    .where("settled", "=", 0)
    .execute();
});

test("a pick that started a day ago joins the banner, and leaves it with its result", async () => {
  const textsOn = async () => bannersOn(await superadmin.text("/admin/keys")).map(visibleText);
  const [before] = await textsOn();
  expect(before).toMatch(/^Backups are failing\. Since .+ There is no backup yet\. Check that BACKUP_DIR exists, /);
  const { id } = await createPick(app.db, { starts_at: oldest });
  await createPick(app.db, { stream: "pro", starts_at: hoursAgo(25) });
  await createPick(app.db, { starts_at: hoursAgo(25), published_at: null });
  const since = formatInstant(oldest, "America/New_York");
  const [both = "", ...more] = await textsOn();
  expect([more, both.endsWith(`2 picks wait for their result. Since ${since}. Grade them, or move the game.`)]).toEqual(
    [[], true],
  );
  await superadmin.call("PUT", `/api/picks/${id}`, { verdict: "✅", units_result: 1, reason: "A typing error." });
  expect((await textsOn())[0]).toContain("1 pick waits for its result.");
});

test("every staff page of a superadmin has one banner, which links to the Grade page", async () => {
  await createPick(app.db, { starts_at: oldest });
  const paths = everyPage.superadmin.filter((path) => path.startsWith("/admin"));
  const found = await Promise.all(
    paths.map(async (path) => {
      const banners = bannersOn(await superadmin.text(path));
      return [
        path,
        banners.length,
        banners[0]?.match(/<li>/g)?.length,
        banners[0]?.match(/<a [^>]*href="([^"]*)"/)?.[1],
      ];
    }),
  );
  expect(found).toEqual(paths.map((path) => [path, 1, 2, "/admin/grade"]));
  expect(paths.length).toBeGreaterThan(35);
});

test.each([
  ["visitor", ["/", "/login", "/admin-login"]],
  ["user", ["/dashboard", "/history", "/settings"]],
  ["propicksmanager", ["/admin/propicks", "/admin/grade", "/dashboard"]],
  ["admin", ["/admin/picks", "/admin/grade", "/admin/affiliates", "/admin/picks/import"]],
] as const)("a %s learns nothing of it", async (role, paths) => {
  await createPick(app.db, { starts_at: oldest });
  await createPick(app.db, { stream: "pro", starts_at: oldest });
  const client = role === "visitor" ? app.client() : await app.signedIn(role);
  for (const path of paths) {
    const html = await client.text(path);
    expect([path, html.match(/"problems"|class="[^"]*health|role="alert"|are failing|for their result/)]).toEqual([
      path,
      null,
    ]);
  }
});
