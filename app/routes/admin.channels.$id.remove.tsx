import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChannelsManager } from "../components/alerts/channels-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { readChannelPage, removeChannel } from "../models/alerts/channel-manager.server.ts";
import { channelsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Remove Channel");
export const loader = (args: LoaderFunctionArgs) => page(args, readChannelPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, removeChannel, ({ name }) => ({ to: channelsPath, notice: `Channel removed: ${name}.` }), {
    goneTo: channelsPath,
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function RemoveChannel() {
  return (
    <ChannelsManager view={useLoaderData<typeof loader>()} asks="remove" answer={useActionData<typeof action>()} />
  );
}
