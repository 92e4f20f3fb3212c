/** URLs within the Grade page. Pure. */
export const gradingPath = "/admin/grade";
/** The games of a date; '' = whatever waits. */
export function gradingDayPath(date: string): string {
  return date === "" ? gradingPath : `${gradingPath}?date=${encodeURIComponent(date)}`;
}

/** `id` is that of an open pick on the game. */
export function moveGamePath(id: number): string {
  return `${gradingPath}/${id}/move`;
}

/** `id` is that of a settled pick on the game. */
export function reopenGamePath(id: number): string {
  return `${gradingPath}/${id}/reopen`;
}

/** Names of teams that staff confirmed; of one sport, if it is given. */
export function aliasesPath(sport: string = ""): string {
  return sport === "" ? `${gradingPath}/aliases` : `${gradingPath}/aliases?${new URLSearchParams({ sport })}`;
}

export function takeBackAliasPath({ sport, alias }: { sport: string; alias: string }): string {
  return `${gradingPath}/aliases/take-back?${new URLSearchParams({ sport, alias })}`;
}
