import { Form, Link, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { adminPath, gradingPath } from "../../paths/paths.ts";
import { SendButton } from "../forms/field.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";

interface GameFormProps {
  /** The title of the page. */
  title: string;
  /** The game. */
  game: string;
  about: ReactNode;
  /** Its fields. */
  children: ReactNode;
  /** The text of the button. */
  label: string;
  backTo: string;
  failure: FailedForm | undefined;
}

/** The page of what is done to all picks of a game. */
export function GameForm({ title, game, about, children, label, backTo, failure }: GameFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state !== "idle";
  useUnsavedGuard(failure);
  useFocusOnFailure(failure, form);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={gradingPath} title={title} />
        <Form ref={form} className="panel stack" method="post" aria-label={title}>
          <h2>{game}</h2>
          {about}
          <Problem message={failure?.message} />
          {children}
          <div className="row">
            <SendButton className="btn primary" busy={busy}>
              {label}
            </SendButton>
            <Link className="btn quiet" to={backTo}>
              Back
            </Link>
          </div>
        </Form>
      </div>
    </MemberFrame>
  );
}
