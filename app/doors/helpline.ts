/** The helpline's sentence in three parts, of which the middle one is a telephone number. Pure. */
export interface Helpline {
  before: string;
  /** '' where the sentence has none. */
  number: string;
  /** The number as a telephone dials it: letters stand on its keys. */
  dialled: string;
  after: string;
}

/** Finds the number in a text such as "Gambling problem? Call 1-800-GAMBLER.": digits or letters, with its hyphens. */
export function helplineOf(text: string): Helpline {
  const match = /\d-\d{3}-[\dA-Z]{3}-?[\dA-Z]{4}/.exec(text);
  if (!match) return { before: text, number: "", dialled: "", after: "" };
  const [number] = match;
  return { before: text.slice(0, match.index), number, dialled: dialled(number), after: text.slice(match.index + number.length) };
}

function dialled(number: string): string {
  const keys = ["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"];
  return number.replace(/[A-Z]/g, (letter) => String(keys.findIndex((key) => key.includes(letter)) + 2)).replaceAll("-", "");
}
