import type { ActionFunctionArgs } from "@remix-run/node";
import { proCard, regularCard } from "../models/card/saved-pick.server.ts";
import { openPickPath } from "../paths/paths.ts";
import { submit } from "./form.server.ts";

/**
 * Today's Picks and Pro Picks import both from here: the empty file that the build sends browsers for a server module is
 * then part of a script of theirs.
 */
export { page } from "./page.server.ts";

/** Takes the form that saves a pick to the member's card. */
export function submitSave(args: ActionFunctionArgs, stream: "regular" | "pro") {
  const to = (id: number) => ({ to: openPickPath(stream, args.request.url, id) });
  return stream === "regular"
    ? submit(args, regularCard.saveToOwnCard, ({ pick_id }) => to(pick_id))
    : submit(args, proCard.saveToOwnCard, ({ propick_id }) => to(propick_id));
}
