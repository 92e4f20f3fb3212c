import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../doors/form.server.ts";
import { healthCheck } from "../doors/page.server.ts";
import { checkReadiness } from "../models/health.server.ts";

export const loader = (args: LoaderFunctionArgs) => healthCheck(args, checkReadiness);
export const action = () => refuseForm();
