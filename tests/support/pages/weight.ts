/** What a page may weigh on a first visit, with the whole style sheet inside, in bytes of gzip. */
export const firstVisitBytes = 17_000;

/** The same for a staff page. None of them is a browser's first, because the sign-in comes before it. */
export const staffBytes = 19_000;
