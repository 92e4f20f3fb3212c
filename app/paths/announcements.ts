export const announcementsPath = "/admin/announcements";
export const newAnnouncementPath = `${announcementsPath}/new`;

export function announcementPath(id: number, step?: "send" | "test" | "stop" | "delete"): string {
  return `${announcementsPath}/${id}${step === undefined ? "" : `/${step}`}`;
}

/** Those before that one. */
export function olderAnnouncementsPath(before: number): string {
  return `${announcementsPath}?before=${before}`;
}
