import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// Client-side navigation needs the full style sheet, so hydration waits for it. If it never loads, the page stays a
// plain document.
const sheet = document.querySelector<HTMLLinkElement>("body>link[rel=stylesheet]");
if (getComputedStyle(document.documentElement).getPropertyValue("--whole-sheet")) hydrate();
else if (sheet) sheet.onload = hydrate;

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

// Only signed-in pages have this menu; a public page leads to a member page with a full page load.
if (document.getElementById("me")) void import("./browser/offline.ts");
