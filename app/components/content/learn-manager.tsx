import { Link } from "@remix-run/react";
import type { LearnList } from "../../models/content/learn.server.ts";
import type { Notice } from "../../session/notice.ts";
import { learnLabels } from "../../models/content/learn.ts";
import { adminPath } from "../../paths/paths.ts";
import { learnManagerPath, restoreLearnPath } from "../../paths/learn.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { WithoutScripts } from "../shared/use-frame.tsx";
import { LearnForm } from "./learn-form.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { RestoreForm } from "../forms/restore-form.tsx";
import type { LearnAnswer } from "./use-learn-preview.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";

interface LearnManagerProps {
  lists: readonly LearnList[];
  notice: Notice | null;
  answer: LearnAnswer | undefined;
}

export function LearnManager({ lists, notice, answer }: LearnManagerProps) {
  useUnsavedGuard(answer);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={learnManagerPath} />
        <div className="stack">
          <NoticeAlert notice={notice}>
            <Link className="btn" to={learnManagerPath} preventScrollReset>
              Okay
            </Link>
          </NoticeAlert>
          <WithoutScripts>
            <p className="muted">Save one list before you edit the other.</p>
          </WithoutScripts>
          <div className="pair">
            {lists.map((list) => (
              <div key={list.kind} className="stack">
                <LearnForm list={list} answer={answer?.values.type === list.kind ? answer : undefined} />
                <RestoreForm
                  action={restoreLearnPath}
                  what={learnLabels[list.kind]}
                  version={list.version}
                  lastChange={list.lastChange}
                >
                  <input type="hidden" name="type" value={list.kind} />
                </RestoreForm>
              </div>
            ))}
          </div>
        </div>
      </div>
    </MemberFrame>
  );
}
