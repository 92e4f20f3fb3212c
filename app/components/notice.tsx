import { Link } from "@remix-run/react";
import type { Notice } from "../session.server.ts";
import { Icon } from "./icon.tsx";

const looks = {
  good: { className: "alert g", icon: "check", role: "status" },
  bad: { className: "alert b", icon: "warn", role: "alert" },
  plain: { className: "alert", icon: "info", role: "status" },
} as const;

interface NoticeAlertProps {
  notice: Notice | null | undefined;
  /** The page without the notice: an "Okay" button goes there. */
  okayTo?: string;
}

/** Says what happened: after a redirect, or why a form was not taken. */
export function NoticeAlert({ notice, okayTo }: NoticeAlertProps) {
  if (!notice) return null;
  const look = looks[notice.tone];
  return <p className={look.className} role={look.role}><Icon name={look.icon} />{notice.text}{notice.link && <> <Link className="a" to={notice.link.to}>{notice.link.label}</Link></>}{okayTo && <Link className="btn" to={okayTo} preventScrollReset>Okay</Link>}</p>;
}

/** Why a form was not taken; nothing when it was, or was not sent. */
export function Problem({ message }: { message: string | undefined }) {
  return <NoticeAlert notice={message === undefined ? null : { text: message, tone: "bad" }} />;
}
