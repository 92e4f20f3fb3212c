import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { nameSite } from "./site.ts";

const { root }: { root?: { site: { name?: string } } } = window.__remixContext.state.loaderData ?? {};
nameSite(root?.site.name ?? null);

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
