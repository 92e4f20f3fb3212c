import wholeHref from "../styles/whole.css";

/** The whole style sheet as a file. A document brings what it can use itself; the scripts need the rest, to show other pages in it. */
export const sheetHref: string = wholeHref;
