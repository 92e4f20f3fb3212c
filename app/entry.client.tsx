import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// React will show pages of other kinds in this document, so it waits for the whole sheet. If that never comes, the page stays a plain document.
const sheet = document.querySelector<HTMLLinkElement>("body>link[rel=stylesheet]");
if (getComputedStyle(document.documentElement).getPropertyValue("--whole-sheet")) takeOver();
else if (sheet) sheet.onload = takeOver;

function takeOver(): void {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

// The menu of whoever is signed in: nothing but a new document leads from a public page to a member's.
if (document.getElementById("me")) void import("./browser/offline.ts");
