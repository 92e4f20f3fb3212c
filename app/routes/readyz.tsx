import type { LoaderFunctionArgs } from "@remix-run/node";
import { noForm, probe } from "../doors/http.server.ts";
import { checkReadiness } from "../models/health.server.ts";

export const loader = (args: LoaderFunctionArgs) => probe(args, checkReadiness);
export const action = () => noForm();
