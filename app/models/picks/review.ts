/** The result of a review of drafts. Pure. */
export interface Review {
  done: "published" | "discarded";
  count: number;
  /** Ticked drafts that somebody else published or discarded in the meantime. */
  gone: number;
}

/** The form may send at most this many fields. */
export const reviewFields = 2000;

/** "2 picks published. 1 was no longer a draft." */
export function reviewedText({ done, count, gone }: Review): string {
  const noun = done === "published" ? "pick" : "draft";
  const texts = [
    count > 0 || gone === 0 ? `${count} ${noun}${count === 1 ? "" : "s"} ${done}.` : "",
    gone > 0 ? `${gone} ${gone === 1 ? "was" : "were"} no longer a draft.` : "",
  ];
  return texts.filter(Boolean).join(" ");
}
