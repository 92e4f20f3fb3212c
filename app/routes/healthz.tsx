import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { healthCheck } from "../http/page.server.ts";
import { readSitePage } from "../models/site.server.ts";

export const loader = (args: LoaderFunctionArgs) => healthCheck(args, readSitePage);
export const action = () => refuseForm();
