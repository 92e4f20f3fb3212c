import type { LoaderFunctionArgs } from "@remix-run/node";
import { noForm } from "../doors/form.server.ts";
import { probe } from "../doors/page.server.ts";
import { checkReadiness } from "../models/health.server.ts";

export const loader = (args: LoaderFunctionArgs) => probe(args, checkReadiness);
export const action = () => noForm();
