/** Runs before the browser tests: finds or installs Chromium, or fails with one line of instructions. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";

// The headless shell renders a page in half the time.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const usualPlaces = [
  "/usr/bin",
  "/usr/local/bin",
  "/snap/bin",
  "/opt/google/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS",
];

declare module "vitest" {
  interface ProvidedContext {
    browserPath: string;
  }
}

export default function setup(project: TestProject) {
  project.provide("browserPath", findBrowser());
}

/** The path of a Chromium. Throws with one line when none can be installed. */
export function findBrowser(): string {
  const named = process.env.CHROMIUM;
  if (named) return isProgram(named) ? named : giveUp(`CHROMIUM names ${named}, which is not an executable file.`);
  return (
    installed() ??
    installedByApt() ??
    installedByPlaywright() ??
    giveUp("The browser tests need Chromium and none could be installed.")
  );
}

function installed(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...usualPlaces];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, chromium.executablePath()].find(isProgram);
}

function installedByApt(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  console.log("No Chromium found: installing it with apt.");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", timeout: 120_000 });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (
      spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
        stdio: "ignore",
        timeout: 300_000,
        env,
      }).status === 0
    )
      return installed();
  }
  return undefined;
}

function installedByPlaywright(): string | undefined {
  console.log("Installing Playwright's Chromium.");
  spawnSync(process.execPath, ["node_modules/playwright/cli.js", "install", "--with-deps", "chromium"], {
    stdio: "ignore",
    timeout: 300_000,
  });
  return isProgram(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function giveUp(reason: string): never {
  throw new Error(
    `${reason} Install Chromium (for example: sudo apt-get install chromium), or set CHROMIUM to a Chromium or Chrome program.`,
  );
}
