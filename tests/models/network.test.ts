import { expect, it } from "vitest";
import { networkOf } from "../../app/models/network.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"], ["::ffff:203.0.113.7", "203.0.113.7"], ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"], ["2001:0DB8:0001:0002::9", "2001:db8:1:2"], ["2001:db8::9", "2001:db8:0:0"], ["2001:db8:1:2::", "2001:db8:1:2"],
  ["fe80::1%eth0", "fe80:0:0:0"], ["::1", "0:0:0:0"], ["unknown", "unknown"], ["2001:db8:1:2", "2001:db8:1:2"],
])("%s stands for %s", (address, network) => expect(networkOf(address)).toBe(network));
