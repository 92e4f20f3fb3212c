import type { LoaderFunctionArgs } from "@remix-run/node";
import { noForm, probe } from "../doors/http.server.ts";
import { openSite } from "../models/site.server.ts";

export const loader = (args: LoaderFunctionArgs) => probe(args, openSite);
export const action = () => noForm();
