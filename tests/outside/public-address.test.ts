import { expect, it } from "vitest";
import { isLoopback, isPublic } from "../../app/outside/public-address.server.ts";

it.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1%eth0",
  "fec0::1",
  "ff02::1",
  "",
  "localhost",
])("%s is not public", (address) => expect(isPublic(address)).toBe(false));

it.each([
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.0.3.1",
  "223.255.255.254",
])("%s is public", (address) => expect(isPublic(address)).toBe(true));

it.each(["2001:200::1", "2606:4700::1111", "2a00:1450:4001::5e", "2001:4860:4860::8888"])("%s is public", (address) =>
  expect(isPublic(address)).toBe(true),
);

it("loopback is this machine alone", () =>
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "0.0.0.0", "127.evil.example"].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]));
