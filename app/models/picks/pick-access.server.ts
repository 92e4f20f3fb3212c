/** Says who may do what with the picks of a stream, and which of them they see. */
import type { KeyAbility, PersonAbility } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { type Actor, may } from "../operation.server.ts";
import type { Stream } from "../bets/stream.ts";

/** Keys can have the last four abilities, too. */
interface StreamAbilities extends Record<"read" | "manage", PersonAbility> {
  lookUp: KeyAbility;
  follow: KeyAbility;
  draft: KeyAbility;
  publish: KeyAbility;
}

export const abilitiesOf = {
  regular: {
    read: "picks.read",
    manage: "picks.manage",
    lookUp: "picks.look-up",
    follow: "picks.follow",
    draft: "picks.draft",
    publish: "picks.publish",
  },
  pro: {
    read: "propicks.read",
    manage: "propicks.manage",
    lookUp: "propicks.look-up",
    follow: "propicks.follow",
    draft: "propicks.draft",
    publish: "propicks.publish",
  },
} as const satisfies Record<Stream, StreamAbilities>;

/**
 * True if the caller's pick is a draft. A pick of a key that may only draft is always one; refuses with "forbidden"
 * when such a key asks to publish.
 */
export function isDraft(caller: Actor, stream: Stream, draft: boolean | undefined): boolean {
  if (may(caller, abilitiesOf[stream].publish)) return draft ?? false;
  if (draft === false) throw new Refusal("forbidden", onlyDrafts, { fields: { draft: onlyDrafts } });
  return true;
}

const onlyDrafts = "This key may only draft: it can't publish.";

/** A key that only drafts sees its own drafts and nothing else. */
export interface PickAccess {
  drafts: boolean;
  published: boolean;
  /** The caller sees only drafts of this key; null = drafts of everybody. */
  ofKey: number | null;
}

export function pickAccessOf(caller: Actor, stream: Stream): PickAccess {
  const { draft, follow, publish } = abilitiesOf[stream];
  return {
    drafts: may(caller, draft),
    published: may(caller, follow),
    ofKey: may(caller, publish) ? null : (caller.key?.id ?? null),
  };
}

export function sees(
  { drafts, published, ofKey }: PickAccess,
  row: { published_at: string | null; key_id: number | null },
) {
  return (row.published_at === null ? drafts : published) && (ofKey === null || ofKey === row.key_id);
}
