/** Posts to the API and gives why it was not done, in the server's words or those given; null when it was. Not a navigation: the page stays as it is. */
export async function problemOfCall(path: string, body: object, otherwise: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return answer.ok ? null : (errorOf(await answer.json()) ?? otherwise);
  } catch {
    return otherwise;
  }
}

function errorOf(answer: unknown): string | null {
  return typeof answer === "object" && answer !== null && "error" in answer && typeof answer.error === "string" ? answer.error : null;
}
