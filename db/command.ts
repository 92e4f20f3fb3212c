import { join, resolve } from "node:path";
import { inWords } from "./sqlite/errors.ts";

/** Carries out a command on the given database, in the program's folder, with the words behind its name. What it throws is said in one line, with exit code 1. */
export async function command(run: (path: string, words: string[]) => Promise<void> | void): Promise<void> {
  process.chdir(join(import.meta.dirname, ".."));
  // The one that a server started beside it would take.
  const path = process.env.DATABASE_PATH?.trim() || "data/simline.db";
  try {
    await run(path, process.argv.slice(2));
  } catch (error) {
    console.error(inWords(path, error).message);
    process.exitCode = 1;
  }
}

/** The one word that a command takes. Throws how it is called, where there is none or another. */
export function onlyWord([word, ...more]: string[], usage: string): string {
  if (word === undefined || word.startsWith("-") || more.length > 0) throw new Error(`Usage: ${usage}`);
  return word;
}

/** A file's name as it is meant where it was typed: npm runs commands in the program's folder. */
export function typedFile(name: string): string {
  return resolve(process.env.INIT_CWD ?? ".", name);
}
