import { deliveries } from "../http/alert-shapes.server.ts";
import { endpoint, shows } from "../http/api.server.ts";
import { readDeliveriesPage } from "../models/deliveries/deliveries.server.ts";

export const { loader, action } = endpoint("/api/deliveries", {
  GET: shows("Show what became of the last rounds, or of what one member got", readDeliveriesPage, deliveries),
});
