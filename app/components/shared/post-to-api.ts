/** Posts to the API and gives why it was not done, in the server's words or those given; null when it was. Not a navigation: the page stays as it is. */
export async function postToApi(path: string, body: object, otherwise: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    // The server's own answers have a number: a network that asks its readers to sign in says 200 to everything.
    if (answer.ok && answer.headers.has("X-Request-Id")) return null;
    const { error = otherwise }: { error?: string } = await answer.json();
    return error;
  } catch {
    return otherwise;
  }
}
