import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AnnouncementsPage } from "../components/announcements/announcements-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { listAnnouncements } from "../models/announcements/announcement-manager.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Announcements");
export const loader = (args: LoaderFunctionArgs) => page(args, listAnnouncements, "staff");
export const action = () => refuseForm();

export default function Announcements() {
  return <AnnouncementsPage view={useLoaderData<typeof loader>()} />;
}
