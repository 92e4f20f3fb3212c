import { endpoint, showsTagged } from "../doors/api.server.ts";
import { publicRecord } from "../doors/shapes.server.ts";
import { findPublicRecord } from "../models/ledger/kept/public-record.server.ts";

export const { loader, action } = endpoint("/api/record", {
  GET: showsTagged("Read the public record", findPublicRecord, publicRecord),
});
