import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Helpline } from "../components/shared/frame.tsx";
import { LegalPage } from "../components/landing/legal-page.tsx";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readResponsibleGamingPage } from "../models/content/public-texts.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "Responsible Gaming",
    "What to know before you bet, the signs that it is time to stop, and where to find help with gambling.",
  );
export const handle: PageHandle = { cached: "by address" };
export const loader = (args: LoaderFunctionArgs) => page(args, readResponsibleGamingPage);
export const action = () => refuseForm();

export default function ResponsibleGaming() {
  return (
    <LegalPage title="Responsible Gaming" text={useLoaderData<typeof loader>()}>
      <p className="lead">
        <Helpline />
      </p>
    </LegalPage>
  );
}
