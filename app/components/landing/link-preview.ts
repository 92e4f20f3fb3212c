import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import type { frame } from "../../http/page.server.ts";
import type { SharePage } from "../../models/record/pages/share-pages.ts";
import { siteName, titled } from "../../site.ts";

/** The meta function of a route with this loader. */
export type PreviewArgs<Loader = unknown> = MetaArgs<Loader, { root: typeof frame }>;

export function frameOf({ matches }: Pick<PreviewArgs, "matches">) {
  return matches.find(({ id }) => id === "root")?.data;
}

/**
 * Title, description and Open Graph tags (ogp.me) of a public page. The canonical URL has no query: affiliates share
 * links with their code. Search results have room for a title of 60 characters, the site's name included, and for a
 * description of 160.
 */
export function linkPreview(
  args: Pick<PreviewArgs, "matches" | "location">,
  title: string,
  description: string,
  picture: SharePage = "site",
): MetaDescriptor[] {
  const origin = frameOf(args)?.site.origin ?? "";
  const address = origin + args.location.pathname;
  return [
    ...titled(title),
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName() },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${origin}/share.png?page=${picture}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
