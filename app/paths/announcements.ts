export const announcementsPath = "/admin/announcements";
export const newAnnouncementPath = `${announcementsPath}/new`;

export const announcementSteps = ["send", "test", "stop", "delete"] as const;
export type AnnouncementStep = (typeof announcementSteps)[number];

export function announcementPath(id: number, step?: AnnouncementStep): string {
  return `${announcementsPath}/${id}${step === undefined ? "" : `/${step}`}`;
}

/** Those before that one. */
export function olderAnnouncementsPath(before: number): string {
  return `${announcementsPath}?before=${before}`;
}
