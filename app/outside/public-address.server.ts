import { BlockList, isIPv4, isIPv6 } from "node:net";

/** What the registries of IANA list as not global: loopback, private networks, documentation, multicast and so on. */
const privateRangesV4: readonly [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/**
 * Public addresses are all in 2000::/3, so the first three are everything else: loopback, unique local, link-local, multicast, and those that
 * contain an IPv4 address (::ffff:0:0/96, 64:ff9b::/96). 2001::/23 has Teredo, 2002::/16 is 6to4.
 */
const privateRangesV6: readonly [network: string, prefix: number][] = [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

// Two lists: a BlockList compares an IPv4 address with IPv6 ranges as ::ffff:a.b.c.d.
const privateV4 = new BlockList();
for (const [network, prefix] of privateRangesV4) privateV4.addSubnet(network, prefix, "ipv4");
const privateV6 = new BlockList();
for (const [network, prefix] of privateRangesV6) privateV6.addSubnet(network, prefix, "ipv6");

/** False for everything that is not an IP address. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !privateV4.check(address, "ipv4");
  // BlockList does not know zones, such as fe80::1%eth0.
  return isIPv6(address) && !address.includes("%") && !privateV6.check(address, "ipv6");
}

export function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}
