/** A line of the server's log. Never with an e-mail address, a password, a code or a token in it. */
export function log(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A path as a log may hold it: without the secrets of an affiliate's page and of an unsubscribe link. */
export function loggedPath(pathname: string): string {
  return pathname.replace(/^(\/+(?:partners|unsubscribe)\/+)[^/]+/i, "$1…");
}
