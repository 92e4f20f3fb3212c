import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import {
  type Announcement,
  audienceBox,
  longestBody,
  longestSubject,
  usualAudience,
} from "../../models/announcements/announcement.ts";
import { accessKinds, accessNames } from "../../models/people/user.ts";
import { announcementPath, newAnnouncementPath } from "../../paths/announcements.ts";
import { Boxes } from "../forms/boxes.tsx";
import { SendButton, TextField } from "../forms/field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";

interface AnnouncementFormProps {
  /** Null: a new one. */
  announcement: Announcement | null;
  failure: FailedForm | undefined;
}

export function AnnouncementForm({ announcement, failure }: AnnouncementFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useUnsavedGuard();
  useFocusOnFailure(failure, form);
  const action = announcement === null ? newAnnouncementPath : announcementPath(announcement.id);
  const busy = useNavigation().formAction === action;
  const audience = announcement?.audience ?? usualAudience;
  const isTicked = (box: string, isChosen: boolean) => (failure ? box in failure.values : isChosen);
  return (
    <Form ref={form} className="panel stack" method="post" action={action} aria-label="Announcement">
      <Problem message={failure?.message} />
      <TextField
        label="Subject"
        name="subject"
        className="f big-l"
        required
        maxLength={longestSubject}
        defaultValue={failure?.values.subject ?? announcement?.subject ?? ""}
        error={failure?.errors.subject}
      />
      <TextAreaField
        label="Text"
        name="body"
        className="f big-l"
        rows={12}
        maxLength={longestBody}
        help="Markdown: **bold**, ## heading, - list, [link](/pricing)."
        defaultValue={failure?.values.body ?? announcement?.body ?? ""}
        error={failure?.errors.body}
      />
      <Boxes
        legend="To members by their access"
        prefix="to."
        options={accessKinds.map((kind) => ({ value: kind, label: accessNames[kind] }))}
        isTicked={(value) =>
          accessKinds.some((kind) => kind === value && isTicked(audienceBox(kind), audience.includes(kind)))
        }
        error={failure?.errors.audience}
      />
      <Boxes
        legend="For those who chose alerts of announcements"
        prefix=""
        options={[{ value: "push", label: "Also as an alert" }]}
        isTicked={() => isTicked("push", announcement?.push ?? false)}
        error={failure?.errors.push}
      />
      <input
        type="hidden"
        name="version"
        value={failure?.saved?.version ?? failure?.values.version ?? announcement?.version ?? ""}
        disabled={announcement === null}
      />
      <div className="row">
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : "Save and preview"}
        </SendButton>
      </div>
    </Form>
  );
}
