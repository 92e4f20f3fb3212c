import { settingsPath } from "../paths/paths.ts";
import { siteName } from "../site.ts";
import type { PushText, WritePushTexts } from "./push-delivery.server.ts";

/** What alerts say, by their kinds. */
export const writePushTexts: WritePushTexts = async (batch) => {
  const texts = new Map<number, PushText>();
  for (const { id, kind } of batch) if (kind === "test") texts.set(id, { text: testText });
  return texts;
};

const testText = { title: siteName, body: "Alerts work on this device.", url: settingsPath, tag: "test" };
