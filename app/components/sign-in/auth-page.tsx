import type { ReactNode } from "react";
import type { FailedForm, TimedRedirect } from "../../doors/form-state.ts";
import { failureOf } from "../../doors/form-state.ts";
import { PublicFrame } from "../shared/frame.tsx";
import { NoticeAlert, Problem } from "../shared/notice.tsx";
import { useTimedRedirect } from "./use-timed-move.ts";

interface AuthPageProps {
  title: string;
  current?: string;
  children: ReactNode;
}

/** A page with one small form for whoever is not signed in. */
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

/** What a form's action answers: why it was not taken, or where the page moves. */
export type Answer = FailedForm | TimedRedirect | undefined;

export function movingOf(answer: Answer): TimedRedirect | null {
  return answer && "to" in answer ? answer : null;
}

/** Says what became of the form, and moves on where the answer says so; the link is for whom the page does not move by itself. */
export function AnswerAlert({ answer }: { answer: Answer }) {
  const moving = movingOf(answer);
  useTimedRedirect(moving);
  if (moving === null) return <Problem message={failureOf(answer)?.message} />;
  return <NoticeAlert notice={{ text: moving.message, tone: "good", link: { to: moving.to, label: "Continue" } }} />;
}
