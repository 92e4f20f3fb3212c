import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// The page came with the styles that it uses itself. The router will show other pages in it, which need the whole sheet, so React waits for that.
// If the sheet never comes, the page stays a plain document: its links and forms work. The early script makes a link that failed none to a sheet.
const sheet = document.querySelector<HTMLLinkElement>("body>link[rel=stylesheet]");
if (sheet?.sheet) takeOver();
else if (sheet) sheet.onload = takeOver;

function takeOver(): void {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

// The menu of whoever is signed in: nothing but a new document leads from a public page to a member's.
if (document.getElementById("me")) void import("./browser/offline.ts");
