import type { ReactNode } from "react";
import { type FailedForm, type TimedRedirect, failureOf } from "../../http/form-state.ts";
import { PublicFrame } from "../shared/frame.tsx";
import { NoticeAlert, Problem } from "../shared/notice.tsx";
import { useTimedRedirect } from "./use-timed-move.ts";

interface AuthPageProps {
  title: string;
  current?: string;
  children: ReactNode;
}

export function AuthPage({ title, current, children }: AuthPageProps) {
  return (
    <PublicFrame current={current} mainClass="glow mid">
      <div className="wrap sec">
        <div className="auth">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </PublicFrame>
  );
}

export type Answer = FailedForm | TimedRedirect | undefined;

export function redirectOf(answer: Answer): TimedRedirect | null {
  return answer && "to" in answer ? answer : null;
}

/** Shows the outcome of the form and redirects on success. The link is for browsers that don't redirect. */
export function AnswerAlert({ answer }: { answer: Answer }) {
  const redirect = redirectOf(answer);
  useTimedRedirect(redirect);
  if (redirect === null) return <Problem message={failureOf(answer)?.message} />;
  return (
    <NoticeAlert notice={{ text: redirect.message, tone: "good", link: { to: redirect.to, label: "Continue" } }} />
  );
}
