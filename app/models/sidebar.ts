/** The side panels' texts. Pure. */

/** The most characters of one of them. */
export const panelLimit = 5000;
