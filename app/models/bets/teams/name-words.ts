/**
 * "St. Francis (PA)" becomes st, francis, pa; "San José" becomes san, jose. "&" and "and" are the same word, so both
 * are left out.
 */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[\s/()\p{Pd}\u2212]+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ""))
    .filter((word) => word !== "" && word !== "and");
}
