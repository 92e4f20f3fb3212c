import { join, resolve } from "node:path";
import { addressIn, engineOf } from "./engine.ts";

/** Errors are printed in one line, and the exit code is then `failed`. */
export async function command(
  run: (address: string, words: string[]) => Promise<void> | void,
  failed = 1,
): Promise<void> {
  process.chdir(join(import.meta.dirname, ".."));
  const address = addressIn(process.env);
  try {
    await run(address, process.argv.slice(2));
  } catch (error) {
    console.error(engineOf(address).inWords(address, error).message);
    process.exitCode = failed;
  }
}

export function onlyWord([word, ...more]: string[], usage: string): string {
  if (word === undefined || word.startsWith("-") || more.length > 0) throw new Error(`Usage: ${usage}`);
  return word;
}

/** Resolves a file name against the folder where the user typed it: npm runs commands in the program's folder. */
export function typedFile(name: string): string {
  return resolve(process.env.INIT_CWD ?? ".", name);
}
