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

/** What the server may complain of while somebody else has its database locked: errands that it tries again by itself. */
export const putOffErrand = /^(?:The outbox failed: The server can't save right now|Expired rows could not be deleted\. It is tried again in an hour\.)/;
