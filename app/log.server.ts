/** A line of the server's log. Never with an e-mail address, a password, a code or a token in it. */
export function log(line: string): void {
  process.stdout.write(`${line}\n`);
}
