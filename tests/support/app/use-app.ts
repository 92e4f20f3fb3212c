import { afterAll, beforeAll, expect } from "vitest";
import { numberFromOne } from "../database/factories.ts";
import { type App, complaints, startApp } from "./app.ts";

type Env = Readonly<Record<string, string>>;

/** This worker's servers, by their time zone. They end with it. */
const servers = new Map<string, App>();

/**
 * A server for a file of tests: the worker's, with fresh data, or one of its own where more than the time zone differs or
 * errors are provoked. Afterwards its log must hold exactly the errors `expected`; null = anything.
 */
export function useApp(env: Env | (() => Env) = {}, expected: readonly string[] | null = []): App {
  // A provoked error may be logged later.
  const shared = isShared(env) && expected?.length === 0;
  let started: App | undefined;
  let before = { errors: 0, output: 0 };
  const running = () => {
    if (!started) throw new Error("The server starts before the first test.");
    return started;
  };
  const errors = () => running().errors().slice(before.errors);
  beforeAll(async () => {
    numberFromOne(expect.getState().testPath);
    const settings = typeof env === "function" ? env() : env;
    started = shared ? await freshApp(settings) : await startApp(settings);
    before = { errors: started.errors().length, output: shared ? started.output().length : 0 };
  });
  afterAll(async () => {
    if (!started) return;
    if (!shared) await started.stop();
    if (expected !== null) expect(complaints({ errors }).sort()).toEqual([...expected].sort());
  });
  return {
    get origin() {
      return running().origin;
    },
    get path() {
      return running().path;
    },
    get mailFolder() {
      return running().mailFolder;
    },
    get db() {
      return running().db;
    },
    client: () => running().client(),
    signedIn: (role) => running().signedIn(role),
    errors,
    output: () => running().output().slice(before.output),
    code: () => running().code(),
    stop: () => running().stop(),
    end: () => running().end(),
    kill: () => running().kill(),
    freeze: () => running().freeze(),
    reset: () => running().reset(),
  };
}

/** True if a file with these settings can use its worker's server. */
export function isShared(env: Env | (() => Env)): boolean {
  return typeof env !== "function" && Object.keys(env).every((name) => name === "SITE_TIMEZONE");
}

async function freshApp(env: Env): Promise<App> {
  const zone = env.SITE_TIMEZONE ?? "";
  const running = servers.get(zone);
  if (running) {
    await running.reset();
    return running;
  }
  const started = await startApp(env);
  servers.set(zone, started);
  return started;
}
