/** The rules that every document of the app keeps. */
import type { ConfigData, HtmlElementLike, MetaDataTable } from "html-validate";
import { HtmlValidate, StaticConfigLoader } from "html-validate";

/** Each rule that is switched off, or weaker than the package would have it, with its reason. All others are on. */
const rules: ConfigData["rules"] = {
  // React writes <br/>, required="" and maxLength="100", and ids that begin with a colon. HTML takes them.
  "void-style": ["error", { style: "selfclose" }],
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  "attr-case": "off",
  "valid-id": ["error", { relaxed: true }],
  // What they are without a word is what is meant.
  "no-implicit-button-type": "off",
  "no-implicit-input-type": "off",
  // The helpline's number may break where the line does.
  "tel-non-breaking": "off",
  // What scrolls sideways is a region, and no part of the outline.
  "prefer-native-element": "off",
  // The links to copy from are in no form.
  "form-dup-name": "off",
  // Without scripts the lists reload, until a box in their filter stops it.
  "meta-refresh": "off",
  // The server's secret is nobody's password.
  "autocomplete-password": "off",
  // Where nothing is due, there is nothing to send.
  "wcag/h32": "off",
};

/** What the Nu HTML checker finds as well. */
const elements: MetaDataTable = {
  tr: { attributes: { role: { allowed: () => inTable } } },
  th: { attributes: { role: { allowed: () => inTable } } },
  td: { attributes: { role: { allowed: () => inTable } } },
  script: { attributes: { type: { enum: ["module"] } } },
  input: { attributes: { value: { allowed: unlessNoNumber } } },
  // The styles of a page stand between the bar and its content. The checker minds, and no browser does.
  style: { flow: true },
};

const inTable = "a part of a table is one by itself, however it is laid out";

function unlessNoNumber(input: HtmlElementLike): string | null {
  return input.getAttribute("type") === "number" && Number.isNaN(Number(input.getAttribute("value"))) ? "it is no number" : null;
}

const validator = new HtmlValidate(new StaticConfigLoader({ root: true, extends: ["html-validate:recommended"], elements: ["html5", elements], rules }));

/** What is wrong with a document, a line for each place. */
export function htmlProblems(html: string): string[] {
  const found = validator.validateStringSync(html).results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`));
  const chosen = html.match(/<select[^>]* required=""[^>]*><option value="[^"]+"/g) ?? [];
  const signs = html.match(/[^\P{Cc}\t\n\f\r]/gu) ?? [];
  return [...found, ...chosen.map((select) => `required: nothing can be missing where the first option has a value (${select})`), ...signs.map((sign) => `text: U+${sign.charCodeAt(0)} can't stand in HTML`)];
}
