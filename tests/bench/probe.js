/** Preloaded into each measured server: reports CPU, memory and the longest event loop block over the IPC channel. */
import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 1;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });

process.on("message", (question) => {
  if (question === "watch") {
    delays.enable();
    delays.reset();
  }
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuMicros: user + system,
    rssBytes: process.memoryUsage.rss(),
    longestBlockMs: Math.max(0, delays.max / 1e6 - resolutionMs),
  });
  if (question === "unwatch") delays.disable();
});
// The channel must not keep the server alive. One of several processes asks over it for the port, and waits for the answer.
if (cluster.isPrimary) process.channel?.unref();
