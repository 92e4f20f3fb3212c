import wholeHref from "../styles/whole.css";

/** All styles as a file: scripts show pages of other kinds in the same document. */
export const wholeSheetHref: string = wholeHref;
