/** What this server's own check of the record said last. */

export interface LastCheck {
  /** When it ended (ISO, UTC). */
  at: string;
  /** In the words of the check, the verdict first. */
  lines: readonly string[];
  /** Whether the tables say the same as the record. */
  tablesAgree: boolean;
}

let last: LastCheck | null = null;

export function noteCheck(check: LastCheck): void {
  last = check;
}

/** Null until the first one since the start of this process is done. */
export function lastCheck(): LastCheck | null {
  return last;
}
