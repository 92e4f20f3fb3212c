import { Link } from "@remix-run/react";
import type { ListedText } from "../../models/content/site-texts.server.ts";
import { adminPath } from "../../paths/paths.ts";
import { siteTextPath, siteTextsPath } from "../../paths/site-texts.ts";
import type { Notice } from "../../session/notice.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";

interface SiteTextsPageProps {
  texts: readonly ListedText[];
  /** What a new site waits for. */
  missing: readonly string[];
  notice: Notice | null;
}

export function SiteTextsPage({ texts, missing, notice }: SiteTextsPageProps) {
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page stack">
        <AdminTabs current={siteTextsPath} />
        <NoticeAlert notice={notice} />
        {missing.length > 0 && (
          <p>{`The site opens when these were read and saved once, changed or not: ${missing.join(", ")}.`}</p>
        )}
        <ul className="panel prose">
          {texts.map(({ name, label, place, saved }) => (
            <li key={name}>
              <Link className="a" to={siteTextPath(name)}>
                {label}
              </Link>{" "}
              <span className="muted">{`On ${place}.${saved === null ? "" : ` Saved ${saved}.`}`}</span>
            </li>
          ))}
        </ul>
      </div>
    </MemberFrame>
  );
}
