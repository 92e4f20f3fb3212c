import { createContext, useContext } from "react";
import type { StyleKind } from "./page-handle.ts";

/** What only the server's rendering of the document knows; in the browser it is read back from the document. */
interface DocumentParts {
  /** Of this response's content security policy. */
  nonce: string | undefined;
  /** The text of the style sheets: a file of their own costs a slow phone another round trip before anything shows. */
  stylesOf: (kinds: readonly StyleKind[]) => string;
  /** The icons that were rendered so far, by name. */
  icons: Set<string>;
  /** The symbols of those icons. */
  symbolsOf: (icons: ReadonlySet<string>) => string;
}

const Parts = createContext<DocumentParts>(partsOfDocument());

export const DocumentPartsProvider = Parts.Provider;

// An error page remounts the whole document: without these it would come back without its styles.
function partsOfDocument(): DocumentParts {
  if (typeof document === "undefined") return { nonce: undefined, stylesOf: () => "", icons: new Set(), symbolsOf: () => "" };
  const [style, sprite] = [document.querySelector("style"), document.querySelector(".sprite")];
  const icons = Array.from(sprite?.children ?? [], ({ id }) => id);
  return { nonce: style?.nonce, stylesOf: () => style?.textContent ?? "", icons: new Set(icons), symbolsOf: () => sprite?.innerHTML ?? "" };
}

export function useDocumentParts(): DocumentParts {
  return useContext(Parts);
}

/** The shared styles and those of the page's kinds. Pages that scripts show in the same document use the whole sheet. */
export function Styles({ kinds }: { kinds: readonly StyleKind[] }) {
  const { nonce, stylesOf } = useDocumentParts();
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: stylesOf(["shared", ...kinds]) }} />;
}

// Marks the document, so that what only helps without scripts is never painted, and sends a filter form when a field of it changes. Once React
// has taken over, it intercepts that submit like any other.
const earlyScript =
  'document.documentElement.className="js";' +
  'document.addEventListener("change",e=>{let f=e.target.form;f&&"sendsItself"in f.dataset&&f.requestSubmit()})';

/** Runs before the page's content comes, and waits for no bundle. */
export function EarlyScript() {
  const { nonce } = useDocumentParts();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />;
}

/** Once at the end of a page, which wide screens and staff wait for: what the icons before it refer to. A file of their own would come after the text. */
export function Sprite() {
  const { icons, symbolsOf } = useDocumentParts();
  return <svg className="sprite" id="end" aria-hidden="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: symbolsOf(icons) }} />;
}
