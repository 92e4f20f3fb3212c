/** The message of a log line without its time; a line that isn't JSON is returned unchanged. */
export function messageOf(line: unknown): string {
  const text = String(line);
  if (!text.startsWith("{")) return text;
  const { message }: { message: string } = JSON.parse(text);
  return message;
}

export function messagesOf(calls: readonly (readonly unknown[])[]): string[] {
  return calls.map(([line]) => messageOf(line));
}

/** Errors that the server may log while another process locks its database: jobs that it retries. */
export const retriedJob =
  /^(?:(?:News|Superadmins|The webhooks) could not be [^.]*\. The next try follows\.|The outbox failed: The server can't save right now|Expired rows could not be deleted\. The next try is in an hour\.|The record could not be checked\. The next try is in an hour: The server can't save right now)/;
