import { afterAll, beforeAll, expect } from "vitest";
import type { App } from "./app.ts";
import { complaints, startApp } from "./app.ts";

type Env = Readonly<Record<string, string>>;

/** Afterwards the log must hold exactly the errors `expected`; null = anything. */
export function useApp(env: Env | (() => Env) = {}, expected: readonly string[] | null = []): App {
  let started: App | undefined;
  const running = () => {
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
    errors: () => running().errors(),
    output: () => running().output(),
    code: () => running().code(),
    stop: () => running().stop(),
    end: () => running().end(),
    kill: () => running().kill(),
    freeze: () => running().freeze(),
  };
}
