/** WebKitGTK's MiniBrowser on a virtual screen, driven by W3C WebDriver. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "../support/app/server.ts";
import { patienceMs, soon } from "../support/soon.ts";
import { type Browser, type Driver, type Engine, screen } from "./driver.ts";
import { isInstalled, newHome, startProgram } from "./program.ts";

export const webkit: Engine = {
  name: "WebKit",
  missing: () => [
    ...(isInstalled("WebKitWebDriver") ? [] : ["webkit2gtk-driver"]),
    ...(isInstalled("Xvfb") ? [] : ["xvfb"]),
  ],
  launch,
};

async function launch(): Promise<Browser> {
  const words = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x1000x24", "-nolisten", "tcp"];
  const display = startProgram(words, newHome());
  const number = await display.says(/^(\d+)$/m);
  return { open: () => open(`:${number}`), end: display.end };
}

/** A driver has one session. Ending the driver ends its browser too, even one that hangs. */
async function open(display: string): Promise<Driver> {
  const [home, port] = [newHome(), await freePort()];
  letWindowsBeNarrow(home);
  const server = startProgram(["WebKitWebDriver", `--port=${port}`], home, { DISPLAY: display });
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => call(`${origin}/status`), soon);
  const { sessionId } = await call<{ sessionId: string }>(`${origin}/session`, { capabilities: {} });
  const session = `${origin}/session/${sessionId}`;
  await call(`${session}/window/rect`, screen);
  const problems: string[] = [];
  return {
    goto: (url) => call(`${session}/url`, { url }),
    evaluate: async (expression) => {
      const script = `${collectProblems}; return [${expression}, collected.splice(0)]`;
      const [value, found] = await call<[string, string[]]>(`${session}/execute/sync`, { script, args: [] });
      problems.push(...found);
      return value;
    },
    perform: (actions) => call(`${session}/actions`, { actions }),
    problems: () => problems,
    end: server.end,
  };
}

/** GET without a body, POST with one. */
async function call<T = void>(url: string, body?: unknown): Promise<T> {
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(
    url,
    body === undefined ? { signal } : { signal, method: "POST", body: JSON.stringify(body) },
  );
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

// WebDriver reports no console errors, so the page collects them, from a document's first command on.
const collectProblems = `
  if (!window.collected) {
    window.collected = [];
    for (const name of ["error", "unhandledrejection", "securitypolicyviolation"])
      addEventListener(name, (event) => collected.push(String(event.reason ?? event.message ?? event.violatedDirective)));
    console.error = (...words) => collected.push(words.join(" "));
  }`;

/** The toolbar's padding would make every window 447 px wide. */
function letWindowsBeNarrow(home: string): void {
  const folder = join(home, ".config", "gtk-3.0");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "gtk.css"), "* { padding: 0 }");
}
