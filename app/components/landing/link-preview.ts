import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import type { frame } from "../../doors/page.server.ts";
import { siteName, titled } from "../../site.ts";

/** What a page's meta is handed. */
export type Preview = MetaArgs<unknown, { root: typeof frame }>;

/**
 * The title of a public page, and what searches and chat programs show of its link (the Open Graph protocol, ogp.me). Partners share theirs with
 * their code in it: the address without it is said to be the page's own.
 */
export function previewed({ matches, location }: Preview, title: string, description: string): MetaDescriptor[] {
  const origin = matches.find(({ id }) => id === "root")?.data.site.origin ?? "";
  const address = origin + location.pathname;
  return [
    ...titled(title),
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${origin}/icon-512.png` },
  ];
}
