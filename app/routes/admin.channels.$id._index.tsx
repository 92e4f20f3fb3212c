import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChannelsManager } from "../components/alerts/channels-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { changeChannel, readChannelPage } from "../models/alerts/channel-manager.server.ts";
import { channelsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Change Channel");
export const loader = (args: LoaderFunctionArgs) => page(args, readChannelPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, changeChannel, ({ name }) => ({ to: channelsPath, notice: `Channel saved: ${name}.` }), {
    goneTo: channelsPath,
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ChangeChannel() {
  return <ChannelsManager view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
