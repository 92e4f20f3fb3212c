let repeats = false;

/** For tests: runs each transaction twice and rolls back the first run, like a database that asks for a retry. */
export function repeatWritesForTests(on: boolean): void {
  repeats = on;
}

export function repeatsWrites(): boolean {
  return repeats;
}
