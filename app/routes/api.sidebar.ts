import { endpoint, shows } from "../api.server.ts";
import { findSidebar, saveSidebar } from "../models/sidebar.server.ts";

export const { loader, action } = endpoint({ GET: shows(findSidebar), POST: shows(saveSidebar) });
