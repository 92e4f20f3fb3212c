/** Preloaded into a server: shifts its clock by the milliseconds in a file, which a test changes while it runs. */
import { readFileSync } from "node:fs";

const file = process.env.MOVED_CLOCK_FILE;
const RealDate = Date;
let [moved, readAt] = [0, 0];

function movedBy(): number {
  if (file && RealDate.now() - readAt > 20) {
    readAt = RealDate.now();
    moved = Number(readFileSync(file, "utf8"));
  }
  return moved;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words: [], newTarget) =>
    Reflect.construct(target, words.length === 0 ? [target.now() + movedBy()] : words, newTarget),
  apply: (target) => new target(target.now() + movedBy()).toString(),
  get: (target, name, receiver) =>
    name === "now" ? () => target.now() + movedBy() : Reflect.get(target, name, receiver),
});
