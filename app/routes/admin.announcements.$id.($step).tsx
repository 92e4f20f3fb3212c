import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AnnouncementPage } from "../components/announcements/announcement-page.tsx";
import type { FailedForm } from "../http/form-state.ts";
import { page, submit, submitOneOf } from "../http/form.server.ts";
import {
  deleteAnnouncement,
  readAnnouncementPage,
  saveAnnouncement,
  sendAnnouncement,
  stopAnnouncement,
  testAnnouncement,
} from "../models/announcements/announcement-manager.server.ts";
import { announcementPath, announcementsPath } from "../paths/announcements.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Announcements");
export const loader = (args: LoaderFunctionArgs) => page(args, readAnnouncementPage, "staff");

const options = { goneTo: announcementsPath };
const back = (notice: string) => (announcement: { id: number }) => ({
  to: announcementPath(announcement.id),
  notice,
});

export const action = (args: ActionFunctionArgs) =>
  submitOneOf(args.params.step, {
    "": () => submit(args, saveAnnouncement, back("Saved. Read it below, and send yourself a test."), options),
    test: () => submit(args, testAnnouncement, back("A test to you is on its way."), options),
    send: () => submit(args, sendAnnouncement, back("It is being sent."), options),
    stop: () => submit(args, stopAnnouncement, back("Stopped."), options),
    delete: () =>
      submit(args, deleteAnnouncement, () => ({ to: announcementsPath, notice: "Draft deleted." }), options),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function OneAnnouncement() {
  return <AnnouncementPage view={useLoaderData<typeof loader>()} failure={useActionData<FailedForm>()} />;
}
