import type { LoaderFunctionArgs } from "@remix-run/node";
import { userMeta } from "../components/people/user-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readUserPage } from "../models/people/user-page.server.ts";

export const meta = userMeta;
export const loader = (args: LoaderFunctionArgs) => page(args, readUserPage, "staff");
export const action = () => refuseForm();

export { OneUser as default } from "../components/people/user-page.tsx";
