import type { LoaderFunctionArgs } from "@remix-run/node";
import { noForm } from "../doors/form.server.ts";
import { probe } from "../doors/page.server.ts";
import { openSite } from "../models/site.server.ts";

export const loader = (args: LoaderFunctionArgs) => probe(args, openSite);
export const action = () => noForm();
