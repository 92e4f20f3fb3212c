import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UserPage, userMeta } from "../components/people/user-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { refuseForm } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { openUser } from "../models/people/user.server.ts";

export const meta = userMeta;
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openUser, "staff");
export const action = () => refuseForm();

export default function OneUser() {
  return <UserPage view={useLoaderData<typeof loader>()} />;
}
