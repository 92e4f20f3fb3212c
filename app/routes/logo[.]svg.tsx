import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readLogo } from "../models/content/public-texts.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, readLogo, (svg) => svg, { type: "image/svg+xml; charset=utf-8" });
export const action = () => refuseForm();
