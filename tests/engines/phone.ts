/** A member with a phone, who finds things by their names on the screen, taps and types: the same in every engine. */
import { expect, vi } from "vitest";
import { testPassword } from "../support/database/factories.ts";
import { soon } from "../support/soon.ts";
import type { Driver } from "./driver.ts";

/** The codes of WebDriver. */
const keys = { Tab: "\uE004", Enter: "\uE007" } as const;

export class Phone {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  /** Opens a path like the address bar does and waits for hydration. */
  async open(path: string): Promise<void> {
    await this.#driver.goto(this.#origin + path);
    await this.#until(() => this.run(() => history.scrollRestoration), "manual");
  }

  async signIn(email: string): Promise<void> {
    await this.open("/login");
    await this.type("Email", email);
    await this.type("Password", testPassword);
    await this.tap("main button", "Login");
    await this.isAt("/dashboard");
  }

  /** Taps the first visible element with that name when it stands still and nothing covers it. */
  async tap(css: string, name: string): Promise<void> {
    let before: string | null = null;
    const [x, y] = await vi.waitFor(async () => {
      const point = await this.run(middleOf, css, await this.#find(css, name));
      const still = point !== null && String(point) === before;
      before = String(point);
      if (!still) throw new Error(`${css} "${name}" moves or is covered.`);
      return point;
    }, soon);
    const actions = [
      { type: "pointerMove", x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ] as const;
    await this.#driver.perform([{ type: "pointer", id: "finger", actions }]);
  }

  /** Types into an empty field. */
  async type(label: string, text: string): Promise<void> {
    await this.tap("input", label);
    await this.#press([...text]);
    await this.holds(label, text);
  }

  press(key: keyof typeof keys): Promise<void> {
    return this.#press([keys[key]]);
  }

  /** Chooses an option by its first letters: a tap would open a list of the system, which no page can reach. */
  async choose(label: string, letters: string): Promise<void> {
    const index = await vi.waitFor(() => this.#find("select", label), soon);
    await this.run((at) => document.querySelectorAll("select")[at]?.focus(), index);
    await this.#press([...letters]);
  }

  /** Waits until the visible elements have exactly these names. */
  sees(css: string, names: readonly string[]): Promise<void> {
    return this.#until(async () => (await this.#look(css)).map(({ name }) => name), names);
  }

  holds(label: string, value: string): Promise<void> {
    return this.#until(
      async () => (await this.#look("input, select")).find(({ name }) => name === label)?.value,
      value,
    );
  }

  isAt(path: string): Promise<void> {
    return this.#until(() => this.run(() => location.pathname + location.search), path);
  }

  problems(): string[] {
    return this.#driver.problems();
  }

  /** Runs a function in the page: it sees its arguments and the page, nothing of its file. */
  async run<A extends readonly unknown[], T>(work: (...given: A) => T, ...given: A): Promise<T> {
    const call = `(${String(work)})(...${JSON.stringify(given)})`;
    const answer: T = JSON.parse(await this.#driver.evaluate(`JSON.stringify(${call} ?? null)`));
    return answer;
  }

  async #look(css: string) {
    return (await this.run(look, css)).filter(({ visible }) => visible);
  }

  async #find(css: string, name: string): Promise<number> {
    const all = await this.run(look, css);
    const index = all.findIndex((one) => one.visible && one.name === name);
    if (index === -1) throw new Error(`There is no ${css} "${name}".`);
    return index;
  }

  // While one document replaces another, an engine answers with an error.
  async #until<T>(ask: () => Promise<T>, answer: T): Promise<void> {
    await vi.waitFor(async () => expect(await ask()).toEqual(answer), soon);
  }

  async #press(values: readonly string[]): Promise<void> {
    const actions = values.flatMap((value) => [{ type: "keyDown", value } as const, { type: "keyUp", value } as const]);
    await this.#driver.perform([{ type: "key", id: "keyboard", actions }]);
  }
}

function look(css: string) {
  return [...document.querySelectorAll<HTMLElement>(css)].map((element) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const name =
      element.getAttribute("aria-label") ?? (isField ? element.labels?.[0] : element)?.textContent ?? element.tagName;
    return {
      name: name.replace(/\s+/g, " ").trim(),
      value: isField ? element.value : "",
      visible: element.checkVisibility({ visibilityProperty: true }),
    };
  });
}

/** The point where a finger meets the element, or null while the page moves or something covers it. */
function middleOf(css: string, index: number): [number, number] | null {
  const element = document.querySelectorAll(css)[index];
  if (!element || document.getAnimations().length > 0) return null;
  const middle = (): [number, number] | null => {
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    const isInWindow = x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
    return isInWindow && element.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
  };
  if (middle() === null) element.scrollIntoView({ block: "center", behavior: "instant" });
  return middle();
}
