/** What tells the two streams apart, in one sentence each. Pure. A file of its own: the record's page needs no other text of content.ts. */
export const streamSentences = {
  regular: "Regular picks are what the simulation finds, checked by handicappers.",
  pro: "Pro picks are the handicappers' own choice.",
} as const;

/** Of the stream that a filter names; '' = none. */
export function streamSentence(stream: string | null): string {
  return stream === "regular" || stream === "pro" ? streamSentences[stream] : "";
}
