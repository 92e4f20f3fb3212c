import { endpoint, tracksVisit } from "../api.server.ts";

export const { loader, action } = endpoint("/api/track-visit", { POST: tracksVisit });
