import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { addAffiliate, deleteAffiliate } from "../../../app/models/affiliates/affiliate.server.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { recordVisit } from "../../../app/models/affiliates/visit.server.ts";
import { actorOf, nextNumber, visitor } from "../../support/database/factories.ts";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const admin = actorOf("admin");
let affiliate: { id: number; ref_code: string };
beforeEach(async () => {
  affiliate = await addAffiliate(admin, { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });
});

interface Visit {
  code?: string;
  agent?: string;
  ahead?: boolean;
  visitor?: string;
  address?: string;
  as?: Actor;
}

function visit({ address = "192.0.2.1", as = visitor, ...input }: Visit = {}): Promise<string | null> {
  return recordVisit(
    { ...as, address },
    { code: affiliate.ref_code, agent: phone, ahead: false, visitor: `browser-${nextNumber()}`, ...input },
  );
}

async function outcomes({ id } = affiliate): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("affiliate_visits")
    .select((visits) => ["outcome", visits.fn.sum<number>("visits").as("visits")])
    .where("affiliate_id", "=", id)
    .groupBy("outcome")
    .execute();
  return Object.fromEntries(rows.map(({ outcome, visits }) => [outcome, visits]));
}

test("a visit is counted, and returns its canonical code", async () => {
  expect(await visit({ code: ` ${affiliate.ref_code.toLowerCase()} ` })).toBe(affiliate.ref_code);
  expect(await outcomes()).toEqual({ counted: 1 });
});

test.each([
  ["the same browser from another address", { visitor: "browser-a", address: "192.0.2.77" }, "repeated"],
  ["another agent from the same address", { visitor: "browser-b", agent: `${phone} Other/2` }, "same-address"],
  ["a browser that keeps no cookies from the same address", {}, "same-address"],
  [
    "a crawler",
    {
      visitor: "browser-c",
      address: "192.0.2.78",
      agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    },
    "bot",
  ],
  ["a program that names itself", { address: "192.0.2.79", agent: "curl/8.5.0" }, "bot"],
  ["a program without a user agent", { address: "192.0.2.80", agent: "" }, "bot"],
  ["a browser that prefetches", { address: "192.0.2.81", ahead: true }, "prefetch"],
  ["a signed-in user", { address: "192.0.2.82", as: actorOf("user") }, "signed-in"],
])("%s is not counted, and the reason is kept", async (_who, second: Visit, outcome) => {
  await visit({ visitor: "browser-a" });
  expect(await visit(second)).toBe(affiliate.ref_code);
  expect(await outcomes()).toEqual({ counted: 1, [outcome]: 1 });
});

test("all of a crowd that follows a link at once are counted", async () => {
  const crowd = Array.from({ length: 200 }, (_visitor, index) => visit({ address: `198.51.100.${index}` }));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([affiliate.ref_code]));
  expect(await outcomes()).toEqual({ counted: 200 });
});

test("many clicks from one address with different agents count once", async () => {
  for (let index = 0; index < 50; index += 1) await visit({ visitor: `new-${index}`, agent: `${phone} Copy/${index}` });
  expect(await outcomes()).toEqual({ counted: 1, "same-address": 49 });
});

test("clicks of one browser at the same moment count once", async () => {
  await Promise.all(Array.from({ length: 20 }, () => visit({ visitor: "browser-a" })));
  expect(await outcomes()).toEqual({ counted: 1, repeated: 19 });
});

test("a prefetch does not use up the click that follows", async () => {
  await visit({ ahead: true });
  await visit();
  expect(await outcomes()).toEqual({ prefetch: 1, counted: 1 });
});

test("the same visitor is counted again after exactly 24 hours", async () => {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  await visit({ visitor: "browser-a" });
  vi.setSystemTime(start + 24 * 3600_000 - 1);
  await visit({ visitor: "browser-a" });
  vi.setSystemTime(start + 24 * 3600_000);
  await visit({ visitor: "browser-a" });
  vi.useRealTimers();
  expect(await outcomes()).toEqual({ counted: 2, repeated: 1 });
});

test("one visitor counts once for each affiliate", async () => {
  await visit({ visitor: "browser-a" });
  const first = affiliate;
  affiliate = await addAffiliate(admin, { name: "Other Sample", email: `partner${nextNumber()}@example.test` });
  await visit({ visitor: "browser-a" });
  expect([await outcomes(), await outcomes(first)]).toEqual([{ counted: 1 }, { counted: 1 }]);
});

describe("an unknown code", () => {
  test.each(["ZZZZZZZZ", "", "not a code", "' or 1=1 --", "x".repeat(10_000)])(
    "%s returns null and counts nothing",
    async (code) => {
      const before = await db.selectFrom("affiliate_visits").selectAll().execute();
      expect(await visit({ code })).toBeNull();
      expect(await db.selectFrom("affiliate_visits").selectAll().execute()).toEqual(before);
    },
  );

  test("includes the code of a deleted affiliate", async () => {
    await deleteAffiliate(admin, { id: affiliate.id });
    expect(await visit()).toBeNull();
    expect(await outcomes()).toEqual({});
  });
});

test("addresses and browser ids are stored only as hashes", async () => {
  await visit({ visitor: "browser-a", address: "203.0.113.9" });
  const rows = JSON.stringify(
    await db.selectFrom("affiliate_visitors").selectAll().where("affiliate_id", "=", affiliate.id).execute(),
  );
  expect([rows.includes("203.0.113"), rows.includes("browser-a"), JSON.parse(rows).length]).toEqual([false, false, 2]);
});
