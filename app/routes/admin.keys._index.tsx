import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { KeysManager } from "../components/keys/keys-manager.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { addKeyByForm, readKeysPage } from "../models/keys/key-manager.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Keys");
export const loader = (args: LoaderFunctionArgs) => page(args, readKeysPage, "staff");
export const action = (args: ActionFunctionArgs) => submitAndShow(args, addKeyByForm, () => null);
export { clientAction } from "../components/forms/client-action.ts";

export default function Keys() {
  return <KeysManager view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
