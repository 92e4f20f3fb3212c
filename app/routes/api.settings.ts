import { endpoint, shows } from "../api.server.ts";
import { findOwnSettings, saveOwnSettings } from "../models/settings.server.ts";

export const { loader, action } = endpoint({ GET: shows(findOwnSettings), PUT: shows(saveOwnSettings) });
