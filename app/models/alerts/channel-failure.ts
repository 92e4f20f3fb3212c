/** Why a channel of the operator took nothing, in words that say what to do. Pure. */
import { type ChannelType, typeLabels } from "./operator-channel.ts";

/** `reason` is a code of the outbox, such as "404"; '' gives ''. */
export function channelFailureText(type: ChannelType, reason: string): string {
  if (reason === "") return "";
  const name = typeLabels[type];
  if (reason === "access")
    return type === "webhook"
      ? "It can't be decrypted any more: enter its address again, and make a new secret."
      : "It can't be decrypted any more: enter its address or token again.";
  if (reason === "not-public") return "Its address does not lead to a public server.";
  if (reason === "unreachable" || reason === "cut") return "Its server can't be reached.";
  if (type === "telegram" && reason === "401") return "Telegram does not know the bot's token (401).";
  if (type === "telegram" && reason === "403") return "The bot may not write to the chat: add it there (403).";
  if (type === "telegram" && reason === "400") return "Telegram does not know the chat (400).";
  if (type === "discord" && ["401", "403", "404"].includes(reason))
    return `Discord does not know the webhook any more (${reason}): make a new one.`;
  if (type === "webhook" && reason === "410") return "It does not want events any more (410).";
  if (reason === "429") return `${name} takes no more for now (429).`;
  return `It answered ${reason}.`;
}
