/**
 * Gives the /64 network of an IPv6 address, because a home has a whole /64. Gives an IPv4 address itself, read from any
 * notation. Drops the port that some proxies append.
 */
export function networkOf(address: string): string {
  const withoutPort = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  const plain = withoutPort.replace(/^[0:]*:ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  const filled =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array<string>(Math.max(0, 8 - groups.length - tail.split(":").filter(Boolean).length)).fill("0"),
          ...tail.split(":"),
        ];
  const short = filled.map((group) => group.replace(/^0+(?=.)/, "").toLowerCase());
  return ipv4In(short) ?? short.slice(0, 4).join(":");
}

/**
 * Gives an IPv6 network with its /56 and /48. A provider gives a home a /56 and a company a /48 (RFC 6177), so a
 * customer can choose among 256 or 65,536 networks.
 */
export function networksAround(network: string): string[] {
  const [first = "", second = "", third = "", fourth] = network.split(":");
  if (fourth === undefined) return [network];
  const home = (parseInt(fourth, 16) & 0xff00).toString(16);
  return [network, `${first}:${second}:${third}:${home}/56`, `${first}:${second}:${third}/48`];
}

/** The IPv4 address in an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2), or null. */
function ipv4In(groups: readonly string[]): string | null {
  if (groups.length !== 8 || groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return null;
  return groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .map((number) => `${number >> 8}.${number & 255}`)
    .join(".");
}
