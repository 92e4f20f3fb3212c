import type { LoaderFunctionArgs } from "@remix-run/node";
import { ownDataCsv } from "../downloads/own-data.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { readOwnData } from "../models/people/own-data.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(args, readOwnData, ownDataCsv, () => "my-data.csv", "member");
export const action = () => refuseForm();
