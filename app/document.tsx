import { createContext, useContext } from "react";

/** What only the server's rendering of the document knows. In the browser both are empty: the document is there already. */
export interface DocumentParts {
  /** Of this response's content security policy. */
  nonce: string | undefined;
  /** The style sheet, which stands in the page: a file of its own costs a slow phone another round trip before anything shows. */
  css: string;
}

const Parts = createContext<DocumentParts>({ nonce: undefined, css: "" });

export const DocumentPartsProvider = Parts.Provider;

export function useDocumentParts(): DocumentParts {
  return useContext(Parts);
}
