export const deliveriesPath = "/admin/deliveries";

/** `member` is an email or a name. */
export function deliveriesToPath(member: string): string {
  return `${deliveriesPath}?member=${encodeURIComponent(member)}`;
}

/** The rounds before that one. */
export function olderRoundsPath(before: number): string {
  return `${deliveriesPath}?before=${before}#rounds`;
}
