import { createContext, useContext } from "react";

/** What only the server's rendering of the document knows; in the browser it is read back from the document. */
export interface DocumentParts {
  /** Of this response's content security policy. */
  nonce: string | undefined;
  /** The styles that the page can use, which stand in it: a file of their own costs a slow phone another round trip before anything shows. */
  css: string;
  /** What runs before the first paint (early-script.server.ts). It ran when the document came, so nobody needs it again. */
  earlyScript: string;
}

const Parts = createContext<DocumentParts>(partsOfDocument());

export const DocumentPartsProvider = Parts.Provider;

// An error page and a page remount the whole document: without these it would come back without its style sheet.
function partsOfDocument(): DocumentParts {
  if (typeof document === "undefined") return { nonce: undefined, css: "", earlyScript: "" };
  const style = document.querySelector("style");
  return { nonce: style?.nonce, css: style?.textContent ?? "", earlyScript: "" };
}

export function useDocumentParts(): DocumentParts {
  return useContext(Parts);
}
