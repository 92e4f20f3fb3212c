import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readSupportBundle, supportBundleJson, supportBundleName } from "../models/status/support-bundle.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, readSupportBundle, supportBundleJson, {
    type: "application/json",
    fileName: supportBundleName,
    audience: "staff",
  });
export const action = () => refuseForm();
