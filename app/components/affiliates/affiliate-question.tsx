import type { ReactNode } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { AffiliateManager as AffiliateManagerView } from "../../models/affiliates/affiliate-manager.server.ts";
import { affiliatesManagerPath } from "../../paths/paths.ts";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { AffiliateManager } from "./affiliate-manager.tsx";
import { useListPath } from "../shared/list-parts.tsx";

interface AffiliateQuestionProps {
  view: AffiliateManagerView & PageExtras;
  failure: FailedForm | undefined;
  question: string;
  subject: ReactNode;
  note: string;
  action: string;
  confirmLabel?: string;
  confirmLook?: "danger" | "primary";
  children?: ReactNode;
}

/** A question over the Affiliate Manager, on a page of its own. Both answers lead back to the same place in the list. */
export function AffiliateQuestion({ view, failure, action, ...question }: AffiliateQuestionProps) {
  const listPath = useListPath();
  return (
    <AffiliateManager
      view={view}
      dialog={
        <ConfirmDialog
          {...question}
          cancelTo={listPath(affiliatesManagerPath)}
          action={listPath(action)}
          problem={failure?.message}
        />
      }
    />
  );
}

/** The name of the affiliate in a question. */
export function NamedAffiliate({ affiliate }: { affiliate: { name: string; ref_code: string } }) {
  return (
    <p>
      {affiliate.name}, ref code <code>{affiliate.ref_code}</code>
    </p>
  );
}
