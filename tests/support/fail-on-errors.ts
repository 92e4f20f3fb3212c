/** Makes a test fail that logs an error. */
export function failOnErrors(): void {
  // Assigned, not spied on: restoring mocks would remove a spy before the first test.
  console.error = (...words: unknown[]) => {
    throw new Error(`console.error was called: ${words.join(" ")}`);
  };
}
