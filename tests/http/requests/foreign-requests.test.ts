/**
 * Sends cross-site requests to the routes of the build with every unsafe method, as page, data and API call.
 * csrf.test.ts does the same with valid fields.
 */
import { beforeAll, expect, test } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { builtRoutes, dataOf } from "../../support/app/built-routes.ts";
import { createUser } from "../../support/database/factories.ts";
import { leak } from "../../support/pages/html.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
let ids: Readonly<Record<string, number>>;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
  const pick = await publish(staff);
  ids = {
    pick,
    propick: await publish(staff, {}, "/api/propicks"),
    user: (await createUser(app.db)).id,
    affiliate: await createDueAffiliate(app.db),
    request: await createAffiliateRequest(app.db),
  };
});

const attacks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a foreign Origin": { Origin: "https://evil.test" },
  "Origin null": { Origin: "null" },
  "a garbage Origin": { Origin: "garbage, ORIGIN" },
  "Sec-Fetch-Site cross-site": { "Sec-Fetch-Site": "cross-site", Origin: "ORIGIN" },
  "Sec-Fetch-Site same-site": { "Sec-Fetch-Site": "same-site" },
  "a foreign Origin with matching proxy headers": {
    Origin: "https://evil.test",
    "X-Forwarded-Host": "evil.test",
    "X-Forwarded-Proto": "https",
    Forwarded: "host=evil.test",
  },
  "neither header, with the cookie": {},
  "the internal header that our own code reads": { "X-Request-Origin": "ORIGIN", Origin: "https://evil.test" },
};
// Mail programs post there; the secret in the path authorises: unsubscribe.test.ts.
const unsubscribeRoute = "routes/unsubscribe.$token";

const routes = builtRoutes().filter(({ id }) => id !== unsubscribeRoute);
const oneOfEachKind = routes.filter(({ path }) => ["/profile", "/admin/picks/$id", "/api/picks"].includes(path));

// The doors of pages and calls share one check: every route is asked in one way, and one of each kind in every way.
test.each(Object.keys(attacks).map((name, index) => [name, index === 0 ? routes : oneOfEachKind] as const))(
  "%s is refused with every method",
  async (attack, asked) => {
    const headers = Object.fromEntries(
      Object.entries(attacks[attack] ?? {}).map(([name, value]) => [name, value.replace("ORIGIN", app.origin)]),
    );
    const before = await everything(app);
    const passed: string[] = [];
    for (const route of asked) {
      const path = filled(route.path);
      // guard.ts lets no other method reach a page: hostile.test.ts.
      for (const method of route.isApi ? ["POST", "PUT", "DELETE"] : ["POST"]) {
        for (const address of [path, dataOf(path, route.id)]) {
          const problem = await problemOf(await send(staff, method, address, headers), route.id);
          if (problem !== null) passed.push(`${method} ${address}: ${problem}`);
        }
      }
    }
    expect([asked.length >= 3, passed]).toEqual([true, []]);
    expect(await everything(app)).toBe(before);
  },
);

test("the same requests from our own pages are not refused as cross-site", async () => {
  const statuses = await Promise.all(
    routes.map(
      async ({ path }) =>
        (await send(app.client(), "POST", filled(path), { Origin: app.origin, "Sec-Fetch-Site": "same-origin" }))
          .status,
    ),
  );
  expect(statuses.filter((status) => status === 403)).toEqual([]);
});

async function problemOf(answer: Response, route: string): Promise<string | null> {
  const text = await answer.text();
  const nothingThere = answer.status === 404 && /\$$/.test(route) && !route.includes("$id");
  if (answer.status !== 403 && answer.status !== 405 && !nothingThere) return `${answer.status} ${text.slice(0, 80)}`;
  if (answer.headers.getSetCookie().length > 0) return "set a cookie";
  return answer.status === 405 ? null : leak(text);
}

function send(
  client: Client,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = path.startsWith("/api/") ? "{}" : "a=1";
  return client.fetch(path, {
    method,
    body,
    headers: {
      ...headers,
      "Content-Type": path.startsWith("/api/") ? "application/json" : "application/x-www-form-urlencoded",
    },
  });
}

function filled(path: string): string {
  const [, row = "pick"] = /\/(propick|user|affiliate|request|payout|member-propick)s?(?:\.csv)?\/\$/.exec(path) ?? [];
  const id = ids[/propick/.test(path) ? "propick" : row] ?? 1;
  return path
    .replace("$token", "x".repeat(43))
    .replace(/\$(?:id|pick_id|propick_id)/, String(id))
    .replace(/\$$/, "nowhere");
}
