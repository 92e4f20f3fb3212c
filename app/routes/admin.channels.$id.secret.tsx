import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChannelsManager } from "../components/alerts/channels-manager.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { readChannelPage, rotateSecret } from "../models/alerts/channel-manager.server.ts";
import { channelsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("New Secret");
export const loader = (args: LoaderFunctionArgs) => page(args, readChannelPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submitAndShow(args, rotateSecret, () => null, { goneTo: channelsPath });
export { clientAction } from "../components/forms/client-action.ts";

export default function NewSecret() {
  return (
    <ChannelsManager view={useLoaderData<typeof loader>()} asks="secret" answer={useActionData<typeof action>()} />
  );
}
