import type { LoaderFunctionArgs } from "@remix-run/node";
import { manifestText } from "../documents/manifest.ts";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readSitePage } from "../models/site.server.ts";
import { siteName } from "../site.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, readSitePage, () => manifestText(siteName()), { type: "application/manifest+json" });
export const action = () => refuseForm();
