import { formatResult } from "../../format.ts";
import { Icon, tagIcon } from "../shared/icon.tsx";

export function Tag({ tag }: { tag: string }) {
  const icon = tagIcon(tag);
  return tag === "" ? null : (
    <span className="tag">
      {icon && <Icon name={icon} />}
      {tag}
    </span>
  );
}

/** Units: yellow at or above 0, red below. */
export function Result({ units }: { units: number | null }) {
  return <b className={`u ${(units ?? 0) >= 0 ? "p" : "n"}`}>{formatResult(units)}</b>;
}
