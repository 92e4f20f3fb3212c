import { endpoint, shows } from "../doors/api.server.ts";
import { settings } from "../doors/shapes.server.ts";
import { findOwnSettings, saveOwnSettings } from "../models/settings.server.ts";

export const { loader, action } = endpoint("/api/settings", { GET: shows(findOwnSettings, settings), PUT: shows(saveOwnSettings, settings) });
