/**
 * Whom an address stands for: an IPv6 address its /64, since a home has that many to choose from; an IPv4 address itself, however it is
 * written. Without the port that some proxies write behind it.
 */
export function networkOf(address: string): string {
  const alone = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  const plain = alone.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  const filled = tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - tail.split(":").filter(Boolean).length)).fill("0"), ...tail.split(":")];
  return filled.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "").toLowerCase()).join(":");
}
