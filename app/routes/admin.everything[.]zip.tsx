import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { refuseReading, submitForArchive } from "../http/form.server.ts";
import { exportEverything } from "../models/export/export.server.ts";

export const loader = (args: LoaderFunctionArgs) => refuseReading(args);
export const action = (args: ActionFunctionArgs) => submitForArchive(args, exportEverything);
