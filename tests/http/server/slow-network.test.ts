import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let member: Client;
beforeAll(async () => {
  member = await app.signedIn("user");
});

const pages = ["/", "/pricing", "/login", "/dashboard", "/propicks", "/history", "/my-card", "/settings", "/nowhere"];

describe.each([
  ["with Save-Data", { "Save-Data": "on" }],
  ["on 3g", { ECT: "3g" }],
  ["on 2g", { ECT: "2g" }],
  ["on slow 2g", { ECT: "slow-2g" }],
])("a client %s", (_who, headers: Record<string, string>) => {
  test("gets complete pages without any script", async () => {
    for (const path of pages) {
      const html = await (await member.fetch(path, { headers })).text();
      expect([path, html.includes("<script"), html.includes("modulepreload"), html.includes("<h1")]).toEqual([
        path,
        false,
        false,
        true,
      ]);
    }
  });

  test("still gets lists that refresh themselves", async () => {
    const html = await (await member.fetch("/dashboard", { headers })).text();
    expect(html).toContain('<meta http-equiv="refresh" content="30; url=/dashboard?auto=1"/>');
    expect(html).not.toContain("<noscript");
  });
});

test.each([
  ["ECT", "4g"],
  ["Save-Data", "off"],
  ["ECT", "what is to come"],
])("other clients get scripts: %s: %s", async (name, value) => {
  expect(await (await member.fetch("/dashboard", { headers: { [name]: value } })).text()).toContain("<script nonce=");
  expect(await member.text("/dashboard")).toContain("<script nonce=");
});

test("only documents ask the browser for its network speed", async () => {
  expect((await member.get("/dashboard")).headers.get("accept-ch")).toBe("ECT");
  expect((await member.get("/dashboard?_data=root")).headers.get("accept-ch")).toBeNull();
  expect((await member.get("/api/picks")).headers.get("accept-ch")).toBeNull();
});
