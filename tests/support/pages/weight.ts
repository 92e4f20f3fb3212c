/** What a page may weigh on a first visit, with the whole style sheet inside, in bytes of gzip. */
export const firstVisitBytes = 21_000;
