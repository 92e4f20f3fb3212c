import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// The document brought the styles that it can use. The router shows other pages in it: without the whole sheet it stays a document, whose links and forms work.
const sheet = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
if (!sheet || sheet.sheet) takeOver();
else sheet.addEventListener("load", takeOver);

function takeOver(): void {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

// The menu of whoever is signed in: nothing but a new document leads from a public page to a member's.
if (document.getElementById("me")) import("./offline.ts");
