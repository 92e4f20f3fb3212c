import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { healthCheck } from "../http/page.server.ts";
import { checkReadiness } from "../models/upkeep/health.server.ts";

export const loader = (args: LoaderFunctionArgs) => healthCheck(args, checkReadiness);
export const action = () => refuseForm();
