import { Link } from "@remix-run/react";
import { type FocusEvent, type MouseEvent, useRef } from "react";
import { formatMoney, formatShare } from "../../money.ts";
import type { ManagedAffiliate } from "../../models/affiliates/affiliate-manager.server.ts";
import { conversionPercent } from "../../models/affiliates/affiliate.ts";
import {
  addAffiliatePath,
  affiliatePagePath,
  affiliatePath,
  affiliatesFilePath,
  payoutsPath,
  referralLink,
  referralsPath,
} from "../../paths/affiliates.ts";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { TextField } from "../forms/field.tsx";
import { MoreActions } from "../shared/fold.tsx";
import { useFrame } from "../shared/use-frame.tsx";
import { Icon } from "../shared/icon.tsx";
import { closes, opens, popover } from "../shared/popover.ts";
import { useCopy } from "../forms/use-copy.ts";
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

interface Copying {
  ready: boolean;
  copy: (text: string) => Promise<boolean>;
}

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

interface AffiliateLinksProps extends Copying {
  affiliate: { id: number; name: string; ref_code: string; page_token: string };
}

/** Copies the referral link. Where scripts are off or the browser denies the clipboard, it shows the links instead. */
function CopyLink({ affiliate, ready, copy }: AffiliateLinksProps) {
  const { site } = useFrame();
  const inPlace = useListPath();
  const panel = useRef<HTMLDivElement>(null);
  const id = panelId(affiliate);
  const link = referralLink(site.origin, affiliate.ref_code);
  const copyOrShow = async (event: MouseEvent) => {
    event.preventDefault();
    if (await copy(link)) return;
    panel.current?.showPopover();
    panel.current?.querySelector("input")?.focus();
  };
  return (
    <>
      <button className="btn quiet" type="button" {...opens(id)} onClick={copyOrShow}>
        Copy<span className="vh">{` link of ${affiliate.name}`}</span>
      </button>
      <div className="links" id={id} ref={panel} {...popover} role="group" aria-label={`Links of ${affiliate.name}`}>
        <p className="between">
          <b>{affiliate.name}</b>
          <button className="burger" type="button" {...closes(id)} aria-label="Close">
            <Icon name="x" />
          </button>
        </p>
        <LinkField label="Referral link" link={link} ready={ready} copy={copy} />
        <LinkField
          label="Affiliate page"
          link={site.origin + affiliatePagePath(affiliate.page_token)}
          ready={ready}
          copy={copy}
          help="Keep this private: anyone with the link can see these figures."
        />
        <p>
          <Link className="btn" to={inPlace(affiliatePath(affiliate.id, "renew"))} preventScrollReset>
            Renew page link
          </Link>
        </p>
      </div>
    </>
  );
}

function LinksButton({ affiliate }: Pick<AffiliateLinksProps, "affiliate">) {
  return (
    <button className="btn quiet" type="button" {...opens(panelId(affiliate))}>
      Links<span className="vh">{` of ${affiliate.name}`}</span>
    </button>
  );
}

function panelId({ id }: { id: number }): string {
  return `links-${id}`;
}

function LinkField({ label, link, ready, copy, help }: { label: string; link: string; help?: string } & Copying) {
  const select = (event: FocusEvent<HTMLInputElement>) => event.target.select();
  return (
    <div className="copy">
      <TextField label={label} name="link" readOnly value={link} onFocus={select} help={help} />
      <button className="btn by-script" type="button" disabled={!ready} onClick={() => copy(link)}>
        Copy<span className="vh"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
