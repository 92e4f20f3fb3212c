import { createContext, useContext } from "react";
import sheetHref from "../styles/site.css";

/** Known only to the server's rendering; the browser reads it back from the document. */
interface DocumentParts {
  nonce: string | undefined;
  /**
   * The style sheet for a browser that does not have its file: that would cost a slow phone one more round trip before
   * first paint. Null for one that has it.
   */
  sheetInside: string | null;
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
  const [style, sprite] = [find("head>style"), find(".sprite")];
  const icons = Array.from(sprite?.children ?? [], ({ id }) => id);
  return {
    nonce: find<HTMLElement>("[nonce]")?.nonce,
    sheetInside: style && style.textContent,
    // It has run by then.
    earlyScript: "",
    icons: new Set(icons),
    symbolsOf: () => sprite?.innerHTML ?? "",
  };
}

export function useDocumentParts(): DocumentParts {
  return useContext(Parts);
}

export function Sheet() {
  const { nonce, sheetInside } = useDocumentParts();
  return sheetInside === null ? (
    <link rel="stylesheet" href={sheetHref} />
  ) : (
    <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sheetInside }} />
  );
}

/** Loads the file after the page: for paper, and so that the next page links to it. */
export function SheetForLater() {
  return useDocumentParts().sheetInside === null ? null : <link media="print" rel="stylesheet" href={sheetHref} />;
}

export function EarlyScript() {
  return <InlineScript text={useDocumentParts().earlyScript} />;
}

/** A script within the document. A browser that shows the page in place of another does not run it. */
export function InlineScript({ text }: { text: string }) {
  const { nonce } = useDocumentParts();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
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
