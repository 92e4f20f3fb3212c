/** What lists of search results show of the public pages, and read of them. */
import { expect, test } from "vitest";
import { z } from "zod";
import { useApp } from "../../support/app/use-app.ts";
import { attribute, decode, fieldValue } from "../../support/pages/html.ts";

const app = useApp();

const graph = z.object({
  "@context": z.literal("https://schema.org"),
  "@graph": z.array(z.looseObject({ "@type": z.string() })),
});

/** The parts of a page's structured data, by their types. */
function partsOf(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const parts = blocks.flatMap(([, json = ""]) => graph.parse(JSON.parse(json))["@graph"]);
  return new Map(parts.map((part) => [part["@type"], part]));
}

function headOf(html: string) {
  const [, title = ""] = /<title>([^<]*)/.exec(html) ?? [];
  const [tag = ""] = /<meta name="description"[^>]*>/.exec(html) ?? [];
  const [canonical = ""] = /<link rel="canonical"[^>]*>/.exec(html) ?? [];
  return {
    title: decode(title),
    description: attribute(tag, "content") ?? "",
    canonical: attribute(canonical, "href"),
    types: [...partsOf(html).keys()],
  };
}

const typesOn: Readonly<Record<string, string[]>> = {
  "/": ["WebSite", "Organization"],
  "/pricing": ["Product", "FAQPage"],
};

test("every page that search engines find has a title and a description of its own, in their length", async () => {
  const map = await app.client().text("/sitemap.xml");
  const paths = [...map.matchAll(/<loc>([^<]+)</g)].map(([, address = ""]) => new URL(address).pathname);
  const heads = await Promise.all(
    [...paths, "/login"].map(async (path) => ({ path, ...headOf(await app.client().text(`${path}?ref=partner-1`)) })),
  );
  for (const { path, title, description, canonical, types } of heads) {
    expect([path, title.endsWith(" · Simline"), title.length <= 60]).toEqual([path, true, true]);
    expect([path, description.length >= 70, description.length <= 160]).toEqual([path, true, true]);
    expect(canonical).toBe(app.origin + path);
    expect([path, types]).toEqual([path, typesOn[path] ?? []]);
  }
  for (const part of ["title", "description"] as const)
    expect(new Set(heads.map((head) => head[part])).size).toBe(paths.length + 1);
});

test("the structured data are the site's name and address, its price and its questions, and no text ends them", async () => {
  const superadmin = await app.signedIn("superadmin");
  const title = 'Is `</script>` & "this" safe?';
  const version = fieldValue(await superadmin.text("/admin/site/faq"), "version");
  await superadmin.post("/admin/site/faq", { body: `## ${title}\n\nYes: </script><b>`, version });
  expect(partsOf(await app.client().text("/")).get("Organization")).toMatchObject({
    name: "Simline",
    url: `${app.origin}/`,
    logo: `${app.origin}/icon-512.png`,
  });
  const parts = partsOf(await app.client().text("/pricing"));
  expect(parts.get("Product")).toMatchObject({
    offers: { price: "49.00", priceCurrency: "USD", url: `${app.origin}/pricing` },
  });
  expect(parts.get("FAQPage")?.mainEntity).toEqual([
    {
      "@type": "Question",
      name: 'Is </script> & "this" safe?',
      acceptedAnswer: { "@type": "Answer", text: "<p>Yes: &lt;/script&gt;&lt;b&gt;</p>" },
    },
  ]);
});
