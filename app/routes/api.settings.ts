import { endpoint, shows } from "../doors/api.server.ts";
import { settings } from "../doors/shapes.server.ts";
import { findOwnSettings, saveOwnSettings } from "../models/people/settings.server.ts";

export const { loader, action } = endpoint("/api/settings", { GET: shows("Read one's own settings", findOwnSettings, settings), PUT: shows("Change one's own settings", saveOwnSettings, settings) });
