/** CPU time of this thread in milliseconds. Other processes on the machine don't affect it. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
