import { expect, it } from "vitest";
import { hashSecret, newSecret } from "../../app/models/secret.server.ts";

it("newSecret returns a different 256-bit secret each time", () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(secrets.every((secret) => /^[\w-]{43}$/.test(secret) && Buffer.from(secret, "base64url").length === 32)).toBe(
    true,
  );
  expect(new Set(secrets).size).toBe(100);
});

it("hashSecret uses SHA-256", () =>
  expect(hashSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
