import { createContext, useContext } from "react";

/** What only the server's rendering of the document knows; in the browser it is read back from the document. */
interface DocumentParts {
  /** Of this response's content security policy. */
  nonce: string | undefined;
  /** The styles that the document can use, which stand in it: a file of their own costs a slow phone another round trip before anything shows. */
  frameStyles: string;
  pageStyles: string;
  /** What runs before the page's content comes (early-script.server.ts). It ran when the document came, so nobody needs it again. */
  earlyScript: string;
  /** The symbols of the icons that the document uses. */
  sprite: string;
}

const Parts = createContext<DocumentParts>(partsOfDocument());

export const DocumentPartsProvider = Parts.Provider;

// An error page and a page remount the whole document: without these it would come back without its style sheet.
function partsOfDocument(): DocumentParts {
  if (typeof document === "undefined") return { nonce: undefined, frameStyles: "", pageStyles: "", earlyScript: "", sprite: "" };
  const [frame, page] = document.querySelectorAll("style");
  return { nonce: frame?.nonce, frameStyles: frame?.textContent ?? "", pageStyles: page?.textContent ?? "", earlyScript: "", sprite: document.querySelector(".sprite")?.innerHTML ?? "" };
}

export function useDocumentParts(): DocumentParts {
  return useContext(Parts);
}

/** Those of the bar, in the head. */
export function FrameStyles() {
  const { frameStyles } = useDocumentParts();
  return <Styles text={frameStyles} />;
}

/** All others, after the bar: a slow network shows the bar before the rest has come. */
export function PageStyles() {
  const { pageStyles } = useDocumentParts();
  return <Styles text={pageStyles} />;
}

/** Between the bar and its page: a browser shows what stands before a script before it goes on, and needs nothing of this for the bar. */
export function EarlyScript() {
  const { nonce, earlyScript } = useDocumentParts();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />;
}

/** Once at the end of a page, which wide screens and staff wait for: what its icons refer to. */
export function Sprite() {
  const { sprite } = useDocumentParts();
  return <svg className="sprite" id="end" aria-hidden="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sprite }} />;
}

function Styles({ text }: { text: string }) {
  const { nonce } = useDocumentParts();
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
