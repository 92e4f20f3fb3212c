/** Posts without a navigation. Returns null on success, otherwise the server's error text or `fallback`. */
export async function postToApi(path: string, body: object, fallback: string): Promise<string | null> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    // The server's own responses have a request id: the sign-in page of a public network answers 200 to everything.
    if (answer.ok && answer.headers.has("X-Request-Id")) return null;
    const { error = fallback }: { error?: string } = await answer.json();
    return error;
  } catch {
    return fallback;
  }
}
