import { endpoint, showsTagged } from "../http/api.server.ts";
import { publicRecord } from "../http/record-shapes.server.ts";
import { findPublicRecord } from "../models/record/public-record.server.ts";

export const { loader, action } = endpoint("/api/record", {
  GET: showsTagged("Read the public record", findPublicRecord, publicRecord),
});
