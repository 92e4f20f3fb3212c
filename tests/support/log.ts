/** What a line of the log says, without its time; a line in plain words as it is. */
export function messageOf(line: unknown): string {
  const text = String(line);
  if (!text.startsWith("{")) return text;
  const { message }: { message: string } = JSON.parse(text);
  return message;
}

/** The same of each call of a logging function. */
export function messagesOf(calls: readonly (readonly unknown[])[]): string[] {
  return calls.map(([line]) => messageOf(line));
}
