import { expect, test } from "vitest";
import { newPassword } from "../../app/models/new-password.server.ts";
import { processorMs } from "../support/processor-time.ts";

const messageOf = (password: unknown) => newPassword.safeParse(password).error?.issues[0]?.message;

test.each(["a cat and a ball", "correct-horse-9", "x".repeat(127) + "!", "        ", "пароль-сорок-два", "🂡🂢🂣🂤🂥🂦🂧🂨"])("takes %j as it is", (password) => {
  expect(newPassword.parse(password)).toBe(password);
});

test.each(["", "seven77", "🂡🂢🂣🂤"])("%j is too short", (password) => {
  expect(messageOf(password)).toBe("Use at least 8 characters.");
});

test("129 characters are too many, also when they only appear by normalising", () => {
  expect(messageOf("x".repeat(129))).toBe("Use at most 128 characters.");
  expect(messageOf("\ufdfa".repeat(8))).toBe("Use at most 128 characters.");
});

test("a mass of accents is too much at once, before anything puts them in order", () => {
  const started = processorMs();
  expect(messageOf(`a${"\u0301".repeat(32_000)}${"\u0327".repeat(32_000)}`)).toBe("Use at most 128 characters.");
  expect(processorMs() - started).toBeLessThan(1000);
});

test.each(["password1", "PASSWORD1", "12345678", "iloveyou", "ｐａｓｓｗｏｒｄ１"])("%j is too common", (password) => {
  expect(messageOf(password)).toMatch(/too common/);
});

test("half a character and what is no text are refused", () => {
  expect(messageOf("eight ok\ud800")).toMatch(/can't be stored/);
  expect(messageOf(12345678)).toBe("Enter a new password.");
  expect(messageOf(undefined)).toBe("Enter a new password.");
});
