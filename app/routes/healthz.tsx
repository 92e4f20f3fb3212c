import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../doors/form.server.ts";
import { healthCheck } from "../doors/page.server.ts";
import { openSite } from "../models/site.server.ts";

export const loader = (args: LoaderFunctionArgs) => healthCheck(args, openSite);
export const action = () => refuseForm();
