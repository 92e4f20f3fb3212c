import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { nothingHere } from "../doors/page.server.ts";

export const loader = (args: LoaderFunctionArgs) => nothingHere(args);
export const action = (args: ActionFunctionArgs) => nothingHere(args);

export default function Nothing() {
  return null;
}
