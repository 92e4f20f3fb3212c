import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { takeBackPath } from "../../paths/affiliates.ts";
import type { PageExtras } from "../../http/page.server.ts";
import { uncountedSignups } from "../../models/affiliates/affiliate.ts";
import type { ShownReferral } from "../../models/affiliates/referral-list.server.ts";
import { formatMoney } from "../../money.ts";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { Instant } from "../shared/instant.tsx";
import { AffiliatesFrame } from "./affiliates-frame.tsx";
import { useListPath } from "../shared/list-parts.tsx";
import { Pager } from "../shared/pager.tsx";

interface ReferralsPageProps {
  view: {
    affiliate: { id: number; name: string; ref_code: string };
    referrals: ShownReferral[];
    page: number;
    pages: number;
  } & PageExtras;
  dialog?: ReactNode;
}

export function ReferralsPage({ view, dialog }: ReferralsPageProps) {
  const { affiliate, referrals, page, pages } = view;
  return (
    <AffiliatesFrame view={view} title={affiliate.name} dialog={dialog}>
      <section className="stack" aria-labelledby="referrals">
        <div className="head s">
          <h2 id="referrals">Referrals</h2>
        </div>
        <p className="muted">Refunded purchases are deducted. After a lost dispute, take the commission back here.</p>
        <CardTable
          label="Referrals table"
          className="who"
          columns={5}
          emptyText="No signups with this link yet."
          head={<Heads texts={["Signed up", "Member", "Invoice"]} numbers={["Commission", "Actions"]} />}
        >
          {referrals.map((referral) => (
            <ReferralRow key={referral.id} affiliateId={affiliate.id} referral={referral} />
          ))}
        </CardTable>
        <Pager page={page} pages={pages} />
      </section>
    </AffiliatesFrame>
  );
}

function ReferralRow({ affiliateId, referral }: { affiliateId: number; referral: ShownReferral }) {
  const inPlace = useListPath();
  const { id, created_at, invoice_id, kept_cents } = referral;
  return (
    <Row>
      <RowHead>
        <b>
          <Instant iso={created_at} />
        </b>
      </RowHead>
      <Cell label="Member" className="full">
        <MemberName referral={referral} />
      </Cell>
      <Cell label="Invoice" className="full">
        {invoice_id ?? "–"}
      </Cell>
      <Cell label="Commission" num>
        {formatMoney(kept_cents)}
      </Cell>
      <Cell>
        <div className="acts">
          {kept_cents > 0 ? (
            <Link className="btn quiet del" to={inPlace(takeBackPath(affiliateId, id))} preventScrollReset>
              Take back<span className="vh"> the commission on signup {id}</span>
            </Link>
          ) : (
            <span className="muted">{reasonWithoutAction(referral)}</span>
          )}
        </div>
      </Cell>
    </Row>
  );
}

function MemberName({ referral: { member, user_id } }: { referral: ShownReferral }) {
  if (member)
    return (
      <>
        {member.name}, {member.email}
      </>
    );
  return <>{user_id === null ? "Deleted account" : `Account ${user_id}`}</>;
}

function reasonWithoutAction({ outcome, reason, earned_cents }: ShownReferral): string {
  if (outcome !== "counted") return uncountedSignups[outcome];
  if (reason !== null) return `Taken back: ${reason}`;
  return earned_cents > 0 ? "Refunded" : "No commission";
}
