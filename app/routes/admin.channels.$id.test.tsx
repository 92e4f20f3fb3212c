import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChannelsManager } from "../components/alerts/channels-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { readChannelPage, testChannel } from "../models/alerts/channel-manager.server.ts";
import { channelsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Channel");
export const loader = (args: LoaderFunctionArgs) => page(args, readChannelPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    testChannel,
    ({ name }) => ({
      to: channelsPath,
      notice: `A test message to ${name} is on its way. Its state says how it went.`,
    }),
    { goneTo: channelsPath },
  );
export { clientAction } from "../components/forms/client-action.ts";

export default function TestChannel() {
  return <ChannelsManager view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
