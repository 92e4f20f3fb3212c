/** The processor time that this thread has used, in milliseconds. Unlike the clock it stands still while others have the machine. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
