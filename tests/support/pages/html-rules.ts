import {
  type ConfigData,
  type HtmlElementLike,
  type MetaDataTable,
  HtmlValidate,
  StaticConfigLoader,
} from "html-validate";

/** The rules that are off or weaker than recommended, with the reason. All others are on. */
const rules: ConfigData["rules"] = {
  // React writes <br/>, required="", maxLength="100" and ids that start with a colon, all valid HTML.
  "void-style": ["error", { style: "selfclose" }],
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  "attr-case": "off",
  "valid-id": ["error", { relaxed: true }],
  // The default types are intended.
  "no-implicit-button-type": "off",
  "no-implicit-input-type": "off",
  "tel-non-breaking": "off",
  // A scrollable area is a region, but not part of the outline.
  "prefer-native-element": "off",
  // The inputs with links to copy are outside of any form.
  "form-dup-name": "off",
  // Without scripts the lists reload until a checkbox in their filter stops it.
  "meta-refresh": "off",
  // The server's secret is not a user's password.
  "autocomplete-password": "off",
  // A payout form without due amounts has no submit button.
  "wcag/h32": "off",
};

const elements: MetaDataTable = {
  tr: { attributes: { role: { allowed: () => inTable } } },
  th: { attributes: { role: { allowed: () => inTable } } },
  td: { attributes: { role: { allowed: () => inTable } } },
  script: { attributes: { type: { enum: ["module", "application/ld+json"] } } },
  input: { attributes: { value: { allowed: unlessNoNumber } } },
  // Page styles sit between the bar and the content, which works in all browsers.
  style: { flow: true },
};

const inTable = "table parts have their role by default; CSS doesn't change that";

function unlessNoNumber(input: HtmlElementLike): string | null {
  return input.getAttribute("type") === "number" && Number.isNaN(Number(input.getAttribute("value")))
    ? "it is not a number"
    : null;
}

const validator = new HtmlValidate(
  new StaticConfigLoader({ root: true, extends: ["html-validate:recommended"], elements: ["html5", elements], rules }),
);

export function htmlProblems(html: string): string[] {
  const found = validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
  const chosen = html.match(/<select[^>]* required=""[^>]*><option value="[^"]+"/g) ?? [];
  const refreshes =
    html.match(/<meta[^>]* http-equiv="refresh"[^>]*>/gi)?.filter((tag) => !/"\d+; url=/.test(tag)) ?? [];
  const controls = html.match(/[^\P{Cc}\t\n\f\r]/gu) ?? [];
  return [
    ...found,
    ...refreshes.map((tag) => `refresh: the standard wants a semicolon and a blank before url= (${tag})`),
    ...chosen.map((select) => `required: has no effect when the first option has a value (${select})`),
    ...controls.map((control) => `text: U+${control.charCodeAt(0)} is not allowed in HTML`),
  ];
}
