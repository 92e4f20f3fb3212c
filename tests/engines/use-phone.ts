import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import type { App } from "../support/app/app.ts";
import { type Browser, type Driver, type Engine, screen } from "./driver.ts";
import { engines } from "./engines.ts";
import { Phone } from "./phone.ts";

type NewPhone = () => Promise<Phone>;

/** The same tests in each engine that this machine has. */
export function onEveryPhone(app: App, tests: (newPhone: NewPhone) => void): void {
  for (const engine of engines)
    describe.skipIf(engine.missing().length > 0)(engine.name, () => tests(usePhone(engine, app)));
}

/** One browser for a group of tests. Each test takes a phone of its own; an error in its console fails the test. */
function usePhone(engine: Engine, app: App): NewPhone {
  let browser: Browser;
  let driver: Driver | undefined;
  beforeAll(async () => {
    browser = await engine.launch();
  });
  afterAll(() => browser.end());
  afterEach(async () => {
    const used = driver;
    driver = undefined;
    await used?.end();
    expect(used?.problems() ?? []).toEqual([]);
  });
  return async () => {
    driver = await browser.open();
    const phone = new Phone(driver, app.origin);
    await expect.poll(() => phone.run(() => innerWidth)).toBe(screen.width);
    return phone;
  };
}
