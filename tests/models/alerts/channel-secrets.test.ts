import { expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { addChannel, rotateSecret } from "../../../app/models/alerts/channel-manager.server.ts";
import { findReadyChannel } from "../../../app/models/alerts/channel-delivery-rows.server.ts";
import { renewChannelSecrets } from "../../../app/models/alerts/channel-rows.server.ts";
import { actorOf, createUser } from "../../support/database/factories.ts";

it("channels still work when the SESSION_SECRET they were set up with is dropped", async () => {
  const actor = actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id);
  const address = "https://model.example.com/hook";
  const { id } = await addChannel(actor, { type: "webhook", name: "Model", kinds: ["record.head"], address });
  const { secret } = await rotateSecret(actor, { id });
  const now = new Date();
  const before = await findReadyChannel(id, now);
  expect(before).toMatchObject({ access: { address }, secrets: [secret, expect.stringMatching(/^whsec_/)] });
  env.SESSION_SECRET.unshift("a newer secret of 32 bytes and more");
  await renewChannelSecrets();
  const [dropped = ""] = env.SESSION_SECRET.splice(1);
  expect(await findReadyChannel(id, now)).toEqual(before);
  env.SESSION_SECRET.splice(0, 1, dropped);
  expect(await findReadyChannel(id, now)).toMatchObject({ access: null, secrets: [] });
});

it("a channel shows the host that it posts to and nothing else of its address, however that is written", async () => {
  const actor = actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id);
  const shownFor = async (address: string) =>
    (await addChannel(actor, { type: "webhook", name: "Model", kinds: ["record.head"], address })).leads_to;
  for (const address of [
    "https://model.example.com:8443/secret?key=secret",
    "HTTPS://Model.example.com:8443/secret",
    "https:model.example.com:8443/secret",
    "https:///model.example.com:8443/secret",
    "https://model.example.com:8443\\secret",
    "https://model\uff0eexample.com:8443/secret",
  ])
    expect(await shownFor(address)).toBe("model.example.com:8443");
});
