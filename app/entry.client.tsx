import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
// The menu of whoever is signed in: nothing but a new document leads from a public page to a member's.
if (document.getElementById("me")) import("./offline.ts");
