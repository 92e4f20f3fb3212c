import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardCsv } from "../downloads/card-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { listCardForFile } from "../models/card/own-line.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(args, listCardForFile, cardCsv, () => "my-card.csv", "member");
export const action = () => refuseForm();
