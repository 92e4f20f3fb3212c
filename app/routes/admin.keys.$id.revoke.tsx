import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { KeysManager } from "../components/keys/keys-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { askToRevoke, revokeKey } from "../models/keys/key-manager.server.ts";
import { keysPath } from "../paths/keys.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Revoke Key");
export const loader = (args: LoaderFunctionArgs) => page(args, askToRevoke, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, revokeKey, ({ name }) => ({ to: keysPath, notice: `Key revoked: ${name}.` }), { goneTo: keysPath });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function RevokeKey() {
  return <KeysManager view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />;
}
