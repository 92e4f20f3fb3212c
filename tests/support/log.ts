/** What each line of the log says, without its time. */
export function messagesOf(calls: readonly (readonly unknown[])[]): string[] {
  return calls.map(([line]) => {
    const { message }: { message: string } = JSON.parse(String(line));
    return message;
  });
}
