#!/usr/bin/env python3
"""Checks the record of a site with nothing but Python: python3 check-record.py https://picks.example [SEQ:HASH]"""
import hashlib, json, sys, time, urllib.error, urllib.request
from datetime import datetime, timezone

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

def sha256(*parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()

def page(site, after):
    while True:
        try:
            with urllib.request.urlopen(f"{site}/api/record/ledger?after={after}&limit=500") as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers["Retry-After"]))  # 120 calls a minute

def share(bet, away, home):
    """What the rules say: 1 won, 0 push, -1 lost, a half for half a bet; None where people grade."""
    market, side, sport = bet.get("market"), bet.get("side"), bet.get("sport")
    if sport in ("Golf", "Horses") or not (bet.get("away") and bet.get("home")):
        return None
    margin = home - away if side == "home" else away - home
    if market == "moneyline" and side in ("home", "away") and margin != 0:
        return 1 if margin > 0 else -1
    if market not in ("spread", "total") or sport in ("UFC", "Tennis") or "line" not in bet:
        return None
    line, total = float(bet["line"]), away + home
    ahead = {"over": lambda at: total - at, "under": lambda at: at - total}.get(side, lambda at: margin + at)
    lines = [line] if (line * 2).is_integer() else [line - 0.25, line + 0.25]
    signs = [(ahead(at) > 0) - (ahead(at) < 0) for at in lines]
    return sum(signs) / len(signs)

site, kept = sys.argv[1].rstrip("/"), (sys.argv[2:] + [""])[0]
now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
entries, problems, before, last = [], [], "0" * 64, ""
sealed, held = {}, set()
while True:
    answer = page(site, len(entries))
    entries += answer["entries"]
    if not answer["entries"] or len(entries) >= answer["head"]["seq"]:
        break
for number, entry in enumerate(entries, 1):
    kind, ref, reveal, given = entry["type"], entry["ref"], entry.pop("reveal"), entry.pop("hash")
    if entry["seq"] != number:
        problems.append(f"entry {number}: a gap")
    if sha256(before, canonical(entry)) != given:
        problems.append(f"entry {number}: its hash is not that of this entry after the one before it")
    if entry["at"] < last:
        problems.append(f"entry {number}: it claims an earlier time than the entry before it")
    if reveal and sha256(reveal["salt"], canonical(reveal["content"])) != entry["digest"]:
        problems.append(f"entry {number}: what was revealed is not what was sealed")
    pick = ref.rpartition(":")[0]
    if kind in ("publish", "amend", "import"):
        sealed[pick] = reveal["content"] if reveal else None
        held.discard(pick)
        if not reveal and entry.get("reveal_by", "9") < now:
            held.add(pick)
    if kind == "settle" and entry["by"] == "rule" and "home_score" in entry and sealed.get(pick):
        ruled = share(sealed[pick], int(entry["away_score"]), int(entry["home_score"]))
        if ruled is not None and entry["outcome"] != ("win" if ruled > 0 else "loss" if ruled < 0 else "push"):
            problems.append(f"entry {number}: the rules grade these scores otherwise")
    before, last = given, entry["at"]
    if kept == f"{number}:{given}":
        kept = ""
if kept:
    problems.append(f"the record was rewritten: it has no {kept}")
if before != answer["head"]["hash"]:
    problems.append("the head is not that of the last entry")
problems += [f"{pick}: held back, not revealed by its time" for pick in sorted(held)]
print("\n".join(problems) or f"Intact: {len(entries)} entries, {len(sealed)} picks, up to {last}. Head: {len(entries)}:{before}")
sys.exit(1 if problems else 0)
