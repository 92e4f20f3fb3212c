import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UserPage, userMeta } from "../components/user-page.tsx";
import { noForm, page } from "../doors/http.server.ts";
import { openUser } from "../models/user.server.ts";

export const meta = userMeta;
export const loader = (args: LoaderFunctionArgs) => page(args, openUser, "staff");
export const action = () => noForm();

export default function OneUser() {
  return <UserPage view={useLoaderData<typeof loader>()} />;
}
