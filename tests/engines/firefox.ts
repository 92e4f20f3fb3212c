/** Firefox without a window, driven by WebDriver BiDi. */
import { type Browser, type Driver, type Engine, screen } from "./driver.ts";
import { isInstalled, newHome, startProgram } from "./program.ts";

export const firefox: Engine = {
  name: "Firefox",
  missing: () => (program() ? [] : ["firefox-esr"]),
  launch,
};

/** The fields of all the answers and events that are read here. */
interface Message {
  id?: number;
  error?: string;
  message?: string;
  result: Answer;
  params: { level: string; text: string; source: { context: string } };
}

interface Answer {
  context: string;
  userContext: string;
  result: { value: string };
  exceptionDetails?: { text: string };
}

// Firefox also logs what a page was still loading when it was left.
const leftEarly = /^TypeError: error loading dynamically imported module|A ServiceWorker intercepted the request/;

type Send = (method: string, params: Readonly<Record<string, unknown>>) => Promise<Answer>;

async function launch(): Promise<Browser> {
  const home = newHome();
  const words = [program() ?? "", "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", home];
  const browser = startProgram(words, home);
  const address = await browser.says(/WebDriver BiDi listening on (\S+)/);
  const { send, problemsOf } = await connect(`${address}/session`);
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  return { open: () => open(send, problemsOf), end: browser.end };
}

async function open(send: Send, problemsOf: (context: string) => string[]): Promise<Driver> {
  const { userContext } = await send("browser.createUserContext", {});
  const { context } = await send("browsingContext.create", { type: "tab", userContext });
  await send("browsingContext.setViewport", { context, viewport: screen });
  return {
    goto: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async (expression) => {
      const answer = await send("script.evaluate", { target: { context }, expression, awaitPromise: false });
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    perform: async (actions) => {
      await send("input.performActions", { context, actions });
    },
    problems: () => problemsOf(context),
    end: async () => {
      await send("browser.removeUserContext", { userContext });
    },
  };
}

async function connect(url: string): Promise<{ send: Send; problemsOf: (context: string) => string[] }> {
  const socket = new WebSocket(url);
  const answers = new Map<number, (message: Message) => void>();
  const entries: Message["params"][] = [];
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id === undefined) entries.push(message.params);
    else answers.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        answers.set(lastId, ({ error, message, result }) =>
          error === undefined ? resolve(result) : reject(new Error(`${method}: ${error}: ${message}`)),
        );
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    problemsOf: (context) =>
      entries
        .filter(({ level, source }) => level === "error" && source.context === context)
        .map(({ text }) => text)
        .filter((text) => !leftEarly.test(text)),
  };
}

function program(): string | undefined {
  return ["firefox-esr", "firefox"].find(isInstalled);
}
