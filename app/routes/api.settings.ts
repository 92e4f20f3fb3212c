import { endpoint, shows } from "../http/api.server.ts";
import { settings } from "../http/shapes.server.ts";
import { findOwnSettings, saveOwnSettings } from "../models/people/settings.server.ts";

export const { loader, action } = endpoint("/api/settings", {
  GET: shows("Read your own settings", findOwnSettings, settings),
  PUT: shows("Change your own settings", saveOwnSettings, settings),
});
