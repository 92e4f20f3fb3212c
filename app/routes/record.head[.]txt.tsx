import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../doors/form.server.ts";
import { showText } from "../doors/page.server.ts";
import { findHead } from "../models/ledger/kept/public-record.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, findHead, ({ seq, hash, at }) => `${seq} ${hash} ${at}\n`, { tagged: true });
export const action = () => refuseForm();
