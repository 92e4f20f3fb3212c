/** A value as it stands in a script of the page, written as the framework writes the data that go along with it. */
export function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
