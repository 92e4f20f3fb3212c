import { createContext, useContext } from "react";
import type { StyleKind } from "./page-handle.ts";

/** Known only to the server's rendering; the browser reads it back from the document. */
interface DocumentParts {
  nonce: string | undefined;
  /** CSS to inline: a separate file costs a slow phone one more round trip before first paint. */
  stylesOf: (kinds: readonly StyleKind[]) => string;
  earlyScript: string;
  icons: Set<string>;
  symbolsOf: (icons: ReadonlySet<string>) => string;
}

const Parts = createContext<DocumentParts>(partsOfDocument());

export const DocumentPartsProvider = Parts.Provider;

// An error page remounts the whole document and would lose its styles without these.
function partsOfDocument(): DocumentParts {
  const find = <E extends Element>(selector: string) =>
    typeof document === "undefined" ? null : document.querySelector<E>(selector);
  const [style, sprite] = [find<HTMLStyleElement>("style"), find(".sprite")];
  const icons = Array.from(sprite?.children ?? [], ({ id }) => id);
  return {
    nonce: style?.nonce,
    stylesOf: () => style?.textContent ?? "",
    // It has run by then.
    earlyScript: "",
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

export function EarlyScript() {
  const { nonce, earlyScript } = useDocumentParts();
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
