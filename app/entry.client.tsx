import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});

// Only signed-in pages have this menu; a public page leads to a member page with a full page load.
if (document.getElementById("me")) void import("./browser/offline.ts");
