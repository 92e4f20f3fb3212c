import { endpoint, shows } from "../http/api.server.ts";
import { newsSettings } from "../http/alert-shapes.server.ts";
import { findOwnNews, saveOwnNews } from "../models/alerts/choices.server.ts";

export const { loader, action } = endpoint("/api/news-settings", {
  GET: shows("Read which news you get, where and when", findOwnNews, newsSettings),
  PUT: shows("Change which news you get, where and when", saveOwnNews, newsSettings),
});
