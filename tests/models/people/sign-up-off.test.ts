import { expect, test } from "vitest";
import { env } from "../../../app/env.server.ts";
import { signUp } from "../../../app/models/people/sign-up.server.ts";
import { visitor } from "../../support/database/factories.ts";

const form = {
  name: "Ana",
  phone: "555-0100",
  email: "ana@example.test",
  password: "line-shopping-2026",
  role: "admin",
};

test.each(["x", "undefined", "null", "a-text-of-more-than-24-characters"])(
  "without ADMIN_SECRET every admin secret is refused as incorrect: %s",
  async (admin_secret) => {
    expect(env.ADMIN_SECRET).toBeUndefined();
    await expect(signUp(visitor, { ...form, admin_secret })).rejects.toMatchObject({
      reason: "invalid",
      message: "Admin secret is incorrect.",
    });
  },
);
