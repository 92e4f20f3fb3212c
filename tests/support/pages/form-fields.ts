/** The fields that a browser without scripts would send with a form. */
import { attribute, decode } from "./html.ts";

/** The fields of the form with this label, as the page shows them; a box that is not ticked is absent. */
export function formFieldsIn(html: string, label: string): Record<string, string> {
  const form = [...html.matchAll(/<form\b[\s\S]*?<\/form>/g)]
    .map(([text]) => text)
    .find((text) => attribute(text.slice(0, text.indexOf(">")), "aria-label") === label);
  if (form === undefined) throw new Error(`There is no form "${label}".`);
  const controls = form.matchAll(
    /(<input\b[^>]*>)|(<textarea\b[^>]*>)([\s\S]*?)<\/textarea>|(<select\b[^>]*>)([\s\S]*?)<\/select>/g,
  );
  return Object.fromEntries(
    Array.from(controls, ([, input, area, text = "", select, list = ""]): [string | null, string | null] => {
      if (input) return [attribute(input, "name"), valueOf(input)];
      if (area) return [attribute(area, "name"), decode(text).replace(/^\n/, "")];
      return [attribute(select ?? "", "name"), chosenIn(list)];
    }).flatMap(([name, value]) => (name === null || value === null ? [] : [[name, value] as const])),
  );
}

function valueOf(input: string): string | null {
  const isBox = attribute(input, "type") === "checkbox";
  return isBox && !/ checked=""/.test(input) ? null : (attribute(input, "value") ?? (isBox ? "on" : ""));
}

function chosenIn(list: string): string {
  const options = Array.from(list.matchAll(/<option\b[^>]*>/g), ([option]) => option);
  return attribute(options.find((option) => / selected=""/.test(option)) ?? options[0] ?? "", "value") ?? "";
}
