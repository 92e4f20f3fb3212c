import { Link } from "@remix-run/react";
import { formatMoney, formatShare } from "../../money.ts";
import type { ManagedAffiliate } from "../../models/affiliates/affiliate-manager.server.ts";
import { conversionPercent } from "../../models/affiliates/affiliate.ts";
import {
  addAffiliatePath,
  affiliatePath,
  affiliatesFilePath,
  payoutsPath,
  referralsPath,
} from "../../paths/affiliates.ts";
import type { Copying } from "./affiliate-links.tsx";
import { CopyLink, LinksButton } from "./affiliate-links.tsx";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { MoreActions } from "../shared/fold.tsx";
import { Icon } from "../shared/icon.tsx";
import { useCopy } from "../shared/use-copy.ts";
import { useListPath } from "../shared/list-parts.tsx";

export function AffiliatesTable({ affiliates }: { affiliates: readonly ManagedAffiliate[] }) {
  const { ready, message, copy } = useCopy();
  const inPlace = useListPath();
  return (
    <section aria-labelledby="affiliates">
      <div className="head s tools">
        <h2 id="affiliates">Affiliates</h2>
        <Link className="btn primary" to={inPlace(addAffiliatePath)} preventScrollReset>
          <Icon name="plus" />
          Add Affiliate
        </Link>
        <p className="row">
          <Link className="btn" to={payoutsPath}>
            Payouts
          </Link>
          {/* No download attribute: a signed-out user must get the sign-in page, not save it as a file. */}
          <a className="btn" href={affiliatesFilePath}>
            Download CSV
          </a>
        </p>
      </div>
      <CardTable label="Affiliates table" className="who" columns={9} emptyText="No affiliates yet." head={heads}>
        {affiliates.map((affiliate) => (
          <AffiliateRow key={affiliate.id} affiliate={affiliate} ready={ready} copy={copy} />
        ))}
      </CardTable>
      {message !== "" && (
        <p className="loading" role="alert">
          {message}
        </p>
      )}
    </section>
  );
}

const heads = (
  <Heads
    texts={["Name", "Email", "Ref Code"]}
    numbers={["Clicks", "Signups", "Purchases", "Conversion %", "Commission", "Actions"]}
  />
);

function AffiliateRow({ affiliate, ...copying }: { affiliate: ManagedAffiliate } & Copying) {
  const inPlace = useListPath();
  const { total_clicks: clicks, total_signups: signups } = affiliate;
  const name = <span className="vh">{` ${affiliate.name}`}</span>;
  return (
    <Row>
      <RowHead>
        <b>{affiliate.name}</b>
      </RowHead>
      <Cell label="Email" className="full">
        {affiliate.email}
      </Cell>
      <Cell label="Ref Code">
        <code>{affiliate.ref_code}</code>
      </Cell>
      <Cell label="Clicks" num>
        {clicks}
      </Cell>
      <Cell label="Signups" num>
        {signups > 0 ? (
          <Link
            className="a"
            to={referralsPath(affiliate.id)}
            aria-label={`${signups} ${signups === 1 ? "signup" : "signups"} of ${affiliate.name}`}
          >
            {signups}
          </Link>
        ) : (
          signups
        )}
      </Cell>
      <Cell label="Purchases" num>
        {affiliate.total_purchases}
      </Cell>
      <Cell label="Conversion %" num>
        {formatShare(conversionPercent(signups, clicks))}
      </Cell>
      <Cell label="Commission" num>
        {formatMoney(affiliate.commission_cents)}
      </Cell>
      <Cell>
        <div className="acts">
          <CopyLink affiliate={affiliate} {...copying} />
          <Link className="btn quiet" to={inPlace(affiliatePath(affiliate.id, "edit"))} preventScrollReset>
            Edit{name}
          </Link>
          <MoreActions name={name}>
            <LinksButton affiliate={affiliate} />
            <Link className="btn quiet del" to={inPlace(affiliatePath(affiliate.id, "delete"))} preventScrollReset>
              Delete{name}
            </Link>
          </MoreActions>
        </div>
      </Cell>
    </Row>
  );
}
