import { Link } from "@remix-run/react";
import type { ListedText } from "../../models/content/site-texts.server.ts";
import { adminPath } from "../../paths/paths.ts";
import { siteTextPath, siteTextsPath } from "../../paths/site-texts.ts";
import type { Notice } from "../../session/notice.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Heads, Row } from "../shared/card-table.tsx";
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
        <CardTable
          label="Texts of the site"
          columns={4}
          emptyText=""
          head={<Heads texts={["Text", "Where", "State", "Action"]} />}
        >
          {texts.map(({ name, label, place, saved }) => (
            <Row key={name}>
              <Cell label="Text">
                <b>{label}</b>
              </Cell>
              <Cell label="Where">{place.startsWith("/") ? <a href={place}>{place}</a> : place}</Cell>
              <Cell label="State">{saved === null ? "As the program came" : `Saved ${saved}`}</Cell>
              <Cell label="Action">
                <Link className="btn" to={siteTextPath(name)} aria-label={`Edit ${label}`}>
                  Edit
                </Link>
              </Cell>
            </Row>
          ))}
        </CardTable>
      </div>
    </MemberFrame>
  );
}
