import { afterEach, expect, it } from "vitest";
import { postToChannel } from "../../app/alerts/channel-post.server.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

let receiver: Receiver | undefined;
afterEach(() => receiver?.stop());

/** What Discord gets for this text of a post. */
async function discordTextOf(text: string): Promise<string> {
  receiver = await startReceiver(() => undefined);
  const to = { type: "discord" as const, access: { address: receiver.url }, secrets: [] };
  await postToChannel(to, { text }, "1", new Date());
  return JSON.parse(receiver.posts[0]?.body ?? "{}").content;
}

it.each([
  ["a link behind other words", "[Free](https://other.example)", "\\[Free\\](https://other.example)"],
  ["such a link in a line that begins like an address", "https: [Free](a)", "https: \\[Free\\](a)"],
  ["a heading", "# Lakers", "\\# Lakers"],
  ["small text", "-# Lakers", "-\\# Lakers"],
  ["a quote of all that follows", ">>> Lakers", "\\>\\>\\> Lakers"],
  ["a mention", "<@123> <#1>", "\\<@123\\> \\<\\#1\\>"],
  ["a hidden text", "||Lakers||", "\\|\\|Lakers\\|\\|"],
])("%s in a pick is shown to Discord's readers as it was typed", async (_what, line, sent) => {
  const link = "https://picks.example/pro_picks#pick";
  expect(await discordTextOf(`1 new pick\n\n${line}\n\n${link}`)).toBe(`1 new pick\n\n${sent}\n\n${link}`);
});
