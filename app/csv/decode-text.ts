/** What programs save text files as: UTF-8, UTF-16 with or without its mark, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a mark: each character of a table's header is ASCII, with a zero byte before or after it.
  const begin = bytes.subarray(0, 200);
  const [even, odd] = zerosIn(begin);
  if (odd > begin.length / 4 && even === 0) return "utf-16le";
  if (even > begin.length / 4 && odd === 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The number of zero bytes at even and at odd places. */
function zerosIn(bytes: Uint8Array): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0];
  for (const [place, byte] of bytes.entries()) if (byte === 0) zeros[place % 2 === 0 ? 0 : 1] += 1;
  return zeros;
}
