import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import type { frame } from "../../http/page.server.ts";
import { siteName, titled } from "../../site.ts";

/** The meta function of a route with this loader. */
export type PreviewArgs<Loader = unknown> = MetaArgs<Loader, { root: typeof frame }>;

/**
 * Title, description and Open Graph tags (ogp.me) of a public page. The canonical URL has no query: affiliates share
 * links with their code.
 */
export function linkPreview(
  { matches, location }: Pick<PreviewArgs, "matches" | "location">,
  title: string,
  description: string,
): MetaDescriptor[] {
  const origin = matches.find(({ id }) => id === "root")?.data.site.origin ?? "";
  const address = origin + location.pathname;
  return [
    ...titled(title),
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName() },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${origin}/share.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
