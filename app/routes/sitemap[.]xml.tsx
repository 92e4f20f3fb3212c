import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readFoundPages } from "../models/site.server.ts";
import { sitemapText } from "../paths/found.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, readFoundPages, ({ hasRecord }, origin) => sitemapText(origin, hasRecord), {
    type: "application/xml; charset=utf-8",
  });
export const action = () => refuseForm();
