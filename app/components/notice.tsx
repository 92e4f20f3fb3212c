import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Notice } from "../session.server.ts";
import { Icon } from "./icon.tsx";

/** Class and icon. */
const looks = { good: ["alert g", "check"], bad: ["alert b", "warn"], plain: ["alert", "info"] } as const;

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
  const [className, icon] = looks[said.tone];
  return <p className={className} role={said.tone === "bad" ? "alert" : "status"}><Icon name={icon} />{said.text}{said.link && <> <Link className="a" to={said.link.to}>{said.link.label}</Link></>}{children}</p>;
}

/** Why a form was not taken; nothing when it was, or was not sent. */
export function Problem({ message }: { message: string | undefined }) {
  return <NoticeAlert notice={null} problem={message} />;
}
