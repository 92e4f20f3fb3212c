/** Prints the ten slowest test files at the end of a run, so that one that grows is seen. */
import type { Reporter } from "vitest/node";

export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    if (modules.length < 20) return;
    const files = modules.map((module) => {
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      return { name: module.relativeModuleId, seconds: (setupDuration + collectDuration + duration) / 1000 };
    });
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    files.sort((a, b) => b.seconds - a.seconds);
    const lines = files.slice(0, 10).map(({ name, seconds }) => `${seconds.toFixed(0).padStart(6)} s  ${name}`);
    console.log(
      `\nThe slowest of ${files.length} files, ${total.toFixed(0)} s of worker time in all:\n${lines.join("\n")}`,
    );
  },
};
