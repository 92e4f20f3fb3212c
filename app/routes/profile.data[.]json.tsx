import type { LoaderFunctionArgs } from "@remix-run/node";
import { ownDataJson } from "../downloads/own-data.ts";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readOwnData } from "../models/people/own-data.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, readOwnData, ownDataJson, { type: "application/json", fileName: () => "my-data.json" });
export const action = () => refuseForm();
