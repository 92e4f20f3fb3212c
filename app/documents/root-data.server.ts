/** What the root's loader gave, in the two places that the framework keeps it: what React renders, and what goes to the browser with the page. */
import type { EntryContext } from "@remix-run/node";

interface Handoff {
  state: { loaderData: Readonly<Record<string, unknown>> | null };
}

/** The same page with other data of the root; `handedOver` is what the browser gets. */
export function withRootData(context: EntryContext, rendered: unknown, handedOver = rendered): EntryContext {
  const { staticHandlerContext, serverHandoffString = "{}" } = context;
  const handoff: Handoff = JSON.parse(serverHandoffString);
  const state = { ...handoff.state, loaderData: { ...handoff.state.loaderData, root: handedOver } };
  return {
    ...context,
    staticHandlerContext: { ...staticHandlerContext, loaderData: { ...staticHandlerContext.loaderData, root: rendered } },
    serverHandoffString: scriptText({ ...handoff, state }),
  };
}

/** A value as it may stand in a script of the page. */
export function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
