import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChannelsManager } from "../components/alerts/channels-manager.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { addChannel, readChannelsPage } from "../models/alerts/channel-manager.server.ts";
import { channelsPath } from "../paths/channels.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Channels");
export const loader = (args: LoaderFunctionArgs) => page(args, readChannelsPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submitAndShow(args, addChannel, ({ name, secret }) =>
    secret === undefined ? { to: channelsPath, notice: `Channel added: ${name}. Send it a test message.` } : null,
  );
export { clientAction } from "../components/forms/client-action.ts";

export default function Channels() {
  return <ChannelsManager view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
