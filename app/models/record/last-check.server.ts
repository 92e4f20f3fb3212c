/** The result of this server's last check of the record. */

export interface LastCheck {
  /** The time when it ended (ISO, UTC). */
  at: string;
  /** The words of the check, the verdict first. */
  lines: readonly string[];
  /** True if the tables say the same as the record. */
  tablesAgree: boolean;
}

let last: LastCheck | null = null;

export function noteCheck(check: LastCheck): void {
  last = check;
}

/** Returns null until this process has finished its first check. */
export function lastCheck(): LastCheck | null {
  return last;
}
