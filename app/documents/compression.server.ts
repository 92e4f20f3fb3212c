import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** A page takes less than 1 ms, and gzip at its default is the smaller one; higher levels take longer than they save. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

interface Compressed {
  body: Buffer<ArrayBuffer>;
  encoding: "br" | "gzip" | null;
}

export function compress(html: string, accepted: string | null): Compressed {
  const body = Buffer.from(html);
  const encoding =
    accepted === null
      ? "identity"
      : new Negotiator({ headers: { "accept-encoding": accepted } }).encoding(["gzip", "br", "identity"], {
          preferred: ["gzip", "br"],
        });
  if (encoding === "br") return { body: brotliCompressSync(body, brotliOptions), encoding };
  if (encoding === "gzip") return { body: gzipSync(body), encoding };
  return { body, encoding: null };
}
