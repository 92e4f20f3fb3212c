/**
 * What refuses a form is shown in place of all pages, by the root, and for that the framework asks no loader: the frame around it would be a
 * visitor's, with nothing of this site's own. So it is asked for here.
 */
import type { EntryContext } from "@remix-run/node";
import { frame } from "../doors/page.server.ts";
import { scriptText } from "./script-text.server.ts";

// The first of what the framework hands to the browser. In people's own words, quotes are escaped.
const unasked = '"loaderData":{"root":null';

/** The same page with who is signed in and how the site looks; as it is where the loaders were asked, and where even the frame can't be had. */
export async function framed(request: Request, context: EntryContext): Promise<EntryContext> {
  const { staticHandlerContext, serverHandoffString = "" } = context;
  if (request.method === "GET" || !serverHandoffString.includes(unasked)) return context;
  const root: unknown = await readFrame(request);
  if (root === null) return context;
  return {
    ...context,
    staticHandlerContext: { ...staticHandlerContext, loaderData: { ...staticHandlerContext.loaderData, root } },
    serverHandoffString: serverHandoffString.replace(unasked, () => `"loaderData":{"root":${scriptText(root)}`),
  };
}

async function readFrame(request: Request): Promise<unknown> {
  const answer = await frame({ request, params: {}, context: {} }).catch(() => null);
  return answer?.json() ?? null;
}
