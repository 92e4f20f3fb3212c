/** C: a fixed page, compressed once: the lower bound for any server. */
import { createServer } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { openPicks } from "./spread.ts";

const css = Array.from(
  { length: 60 },
  (_, index) =>
    `.part-${index}{display:block;margin:${index}px ${index % 7}px;padding:4px;border:1px solid #${(index * 4099).toString(16).padStart(6, "0")}}`,
).join("");
const cards = openPicks("regular", 30, "2026-11-21")
  .map(
    (pick) =>
      `<article><h2>${pick.game}</h2><p>${pick.pick}, ${pick.sport}, ${pick.time}</p><p>${pick.sim_confidence} %, ${pick.unit_size} units</p></article>`,
  )
  .join("\n");
const page = Buffer.from(
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ten picks</title><style>${css}</style></head><body><h1>Today</h1>\n${cards}</body></html>`,
);
const compressed = { br: brotliCompressSync(page), gzip: gzipSync(page), identity: page };

createServer((request, response) => {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? "identity";
  response
    .setHeader("Content-Type", "text/html; charset=utf-8")
    .setHeader("Content-Length", compressed[encoding].length);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.end(compressed[encoding]);
}).listen(Number(process.env.PORT), "127.0.0.1");

process.once("SIGTERM", () => process.exit(0));
