/** One server for a file of tests, from the first of them to the last. */
import { afterAll, beforeAll, expect } from "vitest";
import type { App } from "./app.ts";
import { complaints, startApp } from "./app.ts";

type Env = Readonly<Record<string, string>>;

/** At the end it has complained of `expected` and nothing else; null where tests break what its errands need too, which may say so. An environment that a stand-in has once it was started is given as a function. */
export function useApp(env: Env | (() => Env) = {}, expected: readonly string[] | null = []): App {
  let started: App | undefined;
  const app = () => {
    if (!started) throw new Error("The server starts before the first test.");
    return started;
  };
  beforeAll(async () => {
    started = await startApp(typeof env === "function" ? env() : env);
  });
  afterAll(async () => {
    if (!started) return;
    await started.stop();
    if (expected !== null) expect(complaints(started).sort()).toEqual([...expected].sort());
  });
  return {
    get origin() { return app().origin; },
    get path() { return app().path; },
    get mailFolder() { return app().mailFolder; },
    get db() { return app().db; },
    client: () => app().client(),
    signedIn: (role) => app().signedIn(role),
    errors: () => app().errors(),
    output: () => app().output(),
    code: () => app().code(),
    stop: () => app().stop(),
    end: () => app().end(),
    kill: () => app().kill(),
    freeze: () => app().freeze(),
  };
}
