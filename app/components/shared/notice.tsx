import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Notice } from "../../session.server.ts";
import { Icon } from "./icon.tsx";

/** Class, icon and role. */
const looks = { good: ["alert g", "check", "status"], bad: ["alert b", "warn", "alert"], plain: ["alert", "info", "status"] } as const;

interface NoticeAlertProps {
  notice: Notice | null | undefined;
  /** Why a form was not taken. It is said instead: the notice is of what was sent before. */
  problem?: string | undefined;
  /** What stands behind its text. */
  children?: ReactNode;
}

/** Says what happened: after a redirect, or why a form was not taken. */
export function NoticeAlert({ notice, problem, children }: NoticeAlertProps) {
  const said: Notice | null | undefined = problem ? { text: problem, tone: "bad" } : notice;
  if (!said) return null;
  const [className, icon, role] = looks[said.tone];
  return <p className={className} role={role}><Icon name={icon} />{said.text}{said.link && <> <Link className="a" to={said.link.to}>{said.link.label}</Link></>}{children}</p>;
}

/** Why a form was not taken; nothing when it was, or was not sent. */
export function Problem({ message }: { message: string | undefined }) {
  return <NoticeAlert notice={null} problem={message} />;
}
