import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PicksManager } from "../components/staff-picks/picks-manager.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readDefaultManagerPage } from "../models/picks/pick.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Admin Dashboard");
export const loader = (args: LoaderFunctionArgs) => page(args, readDefaultManagerPage, "staff");
export const action = () => refuseForm();

export default function AdminDashboard() {
  const view = useLoaderData<typeof loader>();
  return <PicksManager stream={view.stream} view={view} />;
}
