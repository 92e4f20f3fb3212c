import { endpoint, showsTagged } from "../doors/api.server.ts";
import { ledgerPage } from "../doors/shapes.server.ts";
import { findLedgerPage } from "../models/ledger/kept/public-record.server.ts";

export const { loader, action } = endpoint("/api/record/ledger", {
  GET: showsTagged("Read the entries of the ledger", findLedgerPage, ledgerPage),
});
