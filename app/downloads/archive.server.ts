import { Readable } from "node:stream";
import { logError } from "../log.server.ts";
import { atPaceOf } from "./client-pace.server.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

/** Files that are written while they are sent. */
export interface Archive {
  name: string;
  at: Date;
  entries: readonly ZipEntry[];
  /** Called once they are sent, or never will be. */
  end: () => void;
}

/** The zip file as the answer to `request`. It stops when the client leaves, which the framework itself doesn't notice. */
export function archiveStream({ entries, at, end }: Archive, request: Request): Readable {
  const zip = Readable.from(atPaceOf(request, zipOf(entries, at)));
  zip.on("error", (error) => logError("The archive could not be written", error, request));
  zip.once("close", end);
  const leave = () => void zip.destroy();
  if (request.signal.aborted) leave();
  else request.signal.addEventListener("abort", leave);
  return zip;
}
