import { Form, Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { resendConfirmationPath } from "../../paths/paths.ts";
import type { Notice } from "../../session/notice.ts";
import { Icon } from "./icon.tsx";
import { useFrame } from "./use-frame.tsx";

const looks = {
  good: ["alert g", "check", "status"],
  bad: ["alert b", "warn", "alert"],
  plain: ["alert", "info", "status"],
} as const;

interface NoticeAlertProps {
  notice: Notice | null | undefined;
  /** Why a form failed. Replaces the notice, which is about an earlier request. */
  problem?: string | undefined;
  children?: ReactNode;
}

export function NoticeAlert({ notice, problem, children }: NoticeAlertProps) {
  const shown: Notice | null | undefined = problem ? { text: problem, tone: "bad" } : notice;
  if (!shown) return null;
  const [className, icon, role] = looks[shown.tone];
  return (
    <p className={className} role={role}>
      <Icon name={icon} />
      {shown.text}
      {shown.link && (
        <>
          {" "}
          <Link className="a" to={shown.link.to}>
            {shown.link.label}
          </Link>
        </>
      )}
      {children}
    </p>
  );
}

export function Problem({ message }: { message: string | undefined }) {
  return <NoticeAlert notice={null} problem={message} />;
}

/** For members who get no emails about picks until they confirm their address. */
export function ConfirmEmailNotice() {
  const text = useFrame().person?.unconfirmed;
  const { pathname } = useLocation();
  return (
    text && (
      <Form className="alert" method="post" action={`${resendConfirmationPath}?from=${pathname}`}>
        <Icon name="info" />
        {text}
        <button className="btn">Send again</button>
      </Form>
    )
  );
}
