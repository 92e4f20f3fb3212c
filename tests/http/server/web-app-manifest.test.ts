import { beforeAll, expect, test } from "vitest";
import { siteName } from "../../../app/site.ts";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";

interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

const app = useApp();
let visitor: Client;
let manifest: Manifest;
beforeAll(async () => {
  visitor = app.client();
  manifest = await (await visitor.get("/manifest.webmanifest")).json();
});

test("every page links the manifest, which has the site's name and opens Today's Picks", async () => {
  for (const path of ["/", "/login"])
    expect(await visitor.text(path)).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
  expect(manifest).toMatchObject({
    name: siteName(),
    short_name: siteName(),
    start_url: "/dashboard",
    display: "standalone",
  });
});

test("the manifest has its own content type and is cached for an hour, like the icons", async () => {
  for (const [path, type] of [
    ["/manifest.webmanifest", "application/manifest+json"],
    ["/icon-192.png", "image/png"],
  ] as const) {
    const { headers } = await visitor.get(path);
    expect([headers.get("content-type")?.split(";")[0], headers.get("cache-control")]).toEqual([
      type,
      "public, max-age=3600",
    ]);
  }
});

test("its icons exist in the stated sizes, are small, and one is maskable", async () => {
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ["any", undefined],
    ["192x192", undefined],
    ["512x512", undefined],
    ["512x512", "maskable"],
  ]);
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await visitor.get(src);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("content-type"), bytes.length < 4096]).toEqual([200, type, true]);
    // Width and height in the PNG's first chunk.
    if (type === "image/png") expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test.each([
  ["/favicon.ico", /^image\//],
  ["/apple-touch-icon.png", /^image\/png$/],
])("%s, which clients request unprompted, exists and is small", async (path, type) => {
  const answer = await visitor.get(path);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  expect(answer.headers.get("content-type")).toMatch(type);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(1024);
});
