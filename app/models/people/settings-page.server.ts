import { z } from "zod";
import { env } from "../../env.server.ts";
import { findOwnNews } from "../alerts/choices.server.ts";
import { listOwnDevices } from "../alerts/push-device.server.ts";
import { zoneOptions } from "../alerts/zones.ts";
import { operation } from "../operation.server.ts";
import { findOwnSettings } from "./settings.server.ts";

export const readSettingsPage = operation("own.read", z.object({}), async (actor) => {
  const news = await findOwnNews(actor, {});
  return {
    settings: await findOwnSettings(actor, {}),
    news,
    alerts: await listOwnDevices(actor, {}),
    zones: zoneOptions([env.SITE_TIMEZONE, news.zone]),
  };
});

export type SettingsPage = Awaited<ReturnType<typeof readSettingsPage>>;
