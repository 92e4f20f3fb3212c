/** True for the URL of a PostgreSQL database. */
export function isPostgres(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address);
}

/** "The database simline on db.example": what a log may say. The URL has a password. */
export function nameOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `The database ${decodeURIComponent(pathname.slice(1))} on ${host || "this machine"}`;
}
