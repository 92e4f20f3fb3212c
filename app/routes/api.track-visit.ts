import { endpoint, tracksVisit } from "../http/api.server.ts";

export const { loader, action } = endpoint("/api/track-visit", { POST: tracksVisit });
