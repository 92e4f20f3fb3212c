/** Translates an error of SQLite or the file system into one line for the operator. */
export function inWords(path: string, error: unknown): Error {
  const code = errorCodeOf(error);
  if (code === "SQLITE_NOTADB") return new Error(`${path} is not a database.`);
  if (code.startsWith("SQLITE_CORRUPT")) return damaged(path);
  if (code.startsWith("SQLITE_BUSY")) return new Error(`${path} is locked by another program.`);
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code)) return new Error(`${path} can't be opened for writing (${code}).`);
  if (code === "EACCES" || code === "EPERM")
    return new Error(
      `This user may not do that: run it as the owner of ${path} (${error instanceof Error ? error.message : code}).`,
    );
  if (/^SQLITE_(FULL|IOERR)/.test(code))
    return new Error(`${path} can't be written: the disk is full or failing (${code}).`);
  return error instanceof Error ? error : new Error(String(error));
}

export function damaged(path: string): Error {
  return new Error(`${path} is damaged. Restore a backup that is not: npm run restore -- FILE`);
}

/** The error's code, else its message. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
