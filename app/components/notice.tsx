import type { Notice } from "../session.server.ts";
import { Icon } from "./icon.tsx";

const looks = {
  good: { className: "alert g", icon: "check", role: "status" },
  bad: { className: "alert b", icon: "warn", role: "alert" },
  plain: { className: "alert", icon: "info", role: "status" },
} as const;

/** Says what happened: after a redirect, or why a form was not taken. Its icons: noticeIcons. */
export function NoticeAlert({ notice }: { notice: Notice | null | undefined }) {
  if (!notice) return null;
  const look = looks[notice.tone];
  return <p className={look.className} role={look.role}><Icon name={look.icon} />{notice.text}</p>;
}

/** Why a form was not taken; nothing when it was, or was not sent. */
export function Problem({ message }: { message: string | undefined }) {
  return <NoticeAlert notice={message === undefined ? null : { text: message, tone: "bad" }} />;
}

export const noticeIcons = ["check", "warn", "info"] as const;
