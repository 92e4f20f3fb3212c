import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type ChannelAnswer, ChannelsManager } from "../components/alerts/channels-manager.tsx";
import { page, submit, submitAndShow, submitOneOf } from "../http/form.server.ts";
import {
  changeChannel,
  readChannelPage,
  removeChannel,
  rotateSecret,
  testChannel,
} from "../models/alerts/channel-manager.server.ts";
import { channelsPath } from "../paths/channels.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Channel");
export const loader = (args: LoaderFunctionArgs) => page(args, readChannelPage, "staff");

const options = { goneTo: channelsPath };
const back = (notice: (name: string) => string) => (channel: { name: string }) => ({
  to: channelsPath,
  notice: notice(channel.name),
});

export const action = (args: ActionFunctionArgs) =>
  submitOneOf(args.params.ask, {
    "": () =>
      submit(
        args,
        changeChannel,
        back((name) => `Channel saved: ${name}.`),
        options,
      ),
    test: () =>
      submit(
        args,
        testChannel,
        back((name) => `A test message to ${name} is on its way. Its state says how it went.`),
        options,
      ),
    remove: () =>
      submit(
        args,
        removeChannel,
        back((name) => `Channel removed: ${name}.`),
        options,
      ),
    secret: () => submitAndShow(args, rotateSecret, () => null, options),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function OneChannel() {
  return <ChannelsManager view={useLoaderData<typeof loader>()} answer={useActionData<ChannelAnswer>()} />;
}
