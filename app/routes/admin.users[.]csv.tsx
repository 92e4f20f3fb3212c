import type { LoaderFunctionArgs } from "@remix-run/node";
import { usersCsv } from "../downloads/users-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { listUsersForFile } from "../models/people/users-list.server.ts";

export const loader = (args: LoaderFunctionArgs) => download(args, listUsersForFile, usersCsv, () => "users.csv");
export const action = () => refuseForm();
