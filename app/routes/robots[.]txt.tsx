import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readSitePage } from "../models/site.server.ts";
import { robotsText } from "../paths/found.ts";

export const loader = (args: LoaderFunctionArgs) => showText(args, readSitePage, (_site, origin) => robotsText(origin));
export const action = () => refuseForm();
