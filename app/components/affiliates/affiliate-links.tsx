import { Link } from "@remix-run/react";
import { type FocusEvent, type MouseEvent, useRef } from "react";
import { affiliatePath, affiliatePagePath, referralLink } from "../../paths/affiliates.ts";
import { TextField } from "../forms/field.tsx";
import { useFrame } from "../shared/use-frame.tsx";
import { Icon } from "../shared/icon.tsx";
import { closes, opens, popover } from "../shared/popover.ts";
import { useListPath } from "../shared/list-parts.tsx";

export interface Copying {
  ready: boolean;
  copy: (text: string) => Promise<boolean>;
}

interface AffiliateLinksProps extends Copying {
  affiliate: { id: number; name: string; ref_code: string; page_token: string };
}

/** Copies the referral link. Where scripts are off or the browser denies the clipboard, it shows the links instead. */
export function CopyLink({ affiliate, ready, copy }: AffiliateLinksProps) {
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

export function LinksButton({ affiliate }: Pick<AffiliateLinksProps, "affiliate">) {
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
    <div className="link">
      <TextField label={label} name="link" readOnly value={link} onFocus={select} help={help} />
      <button className="btn by-script" type="button" disabled={!ready} onClick={() => copy(link)}>
        Copy<span className="vh"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
