const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

export function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity);
}

export function visibleText(html: string): string {
  const bare = html
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--[\s\S]*?-->|<\/?(?:small|b|strong|time|span)\b[^>]*>/g, "");
  return decode(bare.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

export function alerts(html: string): string[] {
  return [...html.matchAll(/<p class="alert[^"]*" role="(?:alert|status)">([\s\S]*?)<\/p>/g)].map((match) =>
    visibleText(match[1] ?? ""),
  );
}

export function cards(html: string): string[] {
  return [...html.matchAll(/<article\b[\s\S]*?<\/article>/g)].map((match) => visibleText(match[0]));
}

export function fieldValue(html: string, name: string): string | null {
  const tag = fieldTag(html, name);
  if (tag === null) return null;
  if (tag.startsWith("<input")) return attribute(tag, "value") ?? "";
  const rest = html.slice(html.indexOf(tag) + tag.length);
  if (tag.startsWith("<textarea")) return decode(rest.slice(0, rest.indexOf("</textarea>")).replace(/^\n/, ""));
  const options = [...rest.slice(0, rest.indexOf("</select>")).matchAll(/<option\b[^>]*>/g)].map((match) => match[0]);
  const chosen = options.find((option) => / selected=""/.test(option)) ?? options[0] ?? "";
  return attribute(chosen, "value") ?? "";
}

export function fieldError(html: string, name: string): string | null {
  const tag = fieldTag(html, name);
  if (tag === null || attribute(tag, "aria-invalid") !== "true") return null;
  const ids = attribute(tag, "aria-describedby")?.split(" ") ?? [];
  const note = ids
    .map((id) => new RegExp(`<p class="err" id="${id}">([\\s\\S]*?)</p>`).exec(html)?.[1])
    .find((text) => text !== undefined);
  return note === undefined ? null : visibleText(note);
}

/** Internals that no answer may show: stacks, SQL, file paths, names of library errors. Null when there are none. */
export function leak(text: string): string | null {
  const match =
    /node_modules|\/work\/|file:\/\/|\.tsx?:\d|\bat \S+ \(|SQLITE_|SqliteError|TypeError|ZodError|ErrorResponseImpl|Error: |insert into|select "|argon2/i.exec(
      text,
    );
  return match === null ? null : text.slice(Math.max(0, match.index - 60), match.index + 100);
}

function fieldTag(html: string, name: string): string | null {
  return new RegExp(`<(?:input|select|textarea)\\b[^>]*\\bname="${name}"[^>]*>`).exec(html)?.[0] ?? null;
}

export function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : decode(value);
}

/** The text and address of each link. */
export function linksIn(html: string, part: "header" | "footer" | "main"): string[][] {
  const inner = new RegExp(`<${part}\\b[\\s\\S]*?</${part}>`).exec(html)?.[0] ?? "";
  return [...inner.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = "", text = ""]) => [
    visibleText(text),
    href,
  ]);
}
