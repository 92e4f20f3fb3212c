/** The helpline's sentence, split around its phone number. Pure. */
export interface Helpline {
  before: string;
  /** '' for none. */
  number: string;
  /** The number in digits: letters are those of a phone's keys. */
  dialled: string;
  after: string;
}

export function helplineOf(text: string): Helpline {
  const match = /\d-\d{3}-[\dA-Z]{3}-?[\dA-Z]{4}/.exec(text);
  if (!match) return { before: text, number: "", dialled: "", after: "" };
  const [number] = match;
  return {
    before: text.slice(0, match.index),
    number,
    dialled: dialled(number),
    after: text.slice(match.index + number.length),
  };
}

function dialled(number: string): string {
  const keys = ["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"];
  return number
    .replace(/[A-Z]/g, (letter) => String(keys.findIndex((key) => key.includes(letter)) + 2))
    .replaceAll("-", "");
}
