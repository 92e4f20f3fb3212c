import { createContext, useContext } from "react";
import type { StyleKind } from "./page-handle.ts";

/** Known only to the server's rendering; the browser reads it back from the document. */
interface DocumentParts {
  nonce: string | undefined;
  /** CSS to inline: a separate file costs a slow phone one more round trip before first paint. */
  stylesOf: (kinds: readonly StyleKind[]) => string;
  icons: Set<string>;
  symbolsOf: (icons: ReadonlySet<string>) => string;
}

const Parts = createContext<DocumentParts>(partsOfDocument());

export const DocumentPartsProvider = Parts.Provider;

// An error page remounts the whole document and would lose its styles without these.
function partsOfDocument(): DocumentParts {
  if (typeof document === "undefined")
    return { nonce: undefined, stylesOf: () => "", icons: new Set(), symbolsOf: () => "" };
  const [style, sprite] = [document.querySelector("style"), document.querySelector(".sprite")];
  const icons = Array.from(sprite?.children ?? [], ({ id }) => id);
  return {
    nonce: style?.nonce,
    stylesOf: () => style?.textContent ?? "",
    icons: new Set(icons),
    symbolsOf: () => sprite?.innerHTML ?? "",
  };
}

export function useDocumentParts(): DocumentParts {
  return useContext(Parts);
}

/** The shared styles and the page's own. Client-side navigation uses the full sheet. */
export function Styles({ kinds }: { kinds: readonly StyleKind[] }) {
  const { nonce, stylesOf } = useDocumentParts();
  return (
    <style
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: stylesOf(["shared", ...kinds]) }}
    />
  );
}

// Sets class "js", so that no-script elements are never painted, and submits a filter form when a field changes. After
// hydration React intercepts that submit like any other.
const earlyScript =
  'document.documentElement.className="js";' +
  'document.addEventListener("change",e=>{let f=e.target.form;f&&"sendsItself"in f.dataset&&f.requestSubmit()})';

export function EarlyScript() {
  const { nonce } = useDocumentParts();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />;
}

/** The symbols of the icons used above, once at the end of a page. A separate file would load after the text. */
export function Sprite() {
  const { icons, symbolsOf } = useDocumentParts();
  return (
    <svg
      className="sprite"
      id="end"
      aria-hidden="true"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: symbolsOf(icons) }}
    />
  );
}
