#!/usr/bin/env python3
"""Checks the record of a site with nothing but Python: python3 check-record.py https://picks.example ["SEQ:HASH TIME"]"""
import hashlib, json, sys, time, urllib.error, urllib.request
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

def sha256(*parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()

def text_of(moment):
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")

def page(site, after):
    while True:
        try:
            with urllib.request.urlopen(f"{site}/api/record/ledger?after={after}&limit=500") as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers["Retry-After"]))  # 120 calls a minute

def start_of(content):
    """By what was sealed: the start, or the end of the game date; None without both."""
    if "starts_at" in content or "game_date" not in content:
        return content.get("starts_at")
    return text_of((datetime.fromisoformat(content["game_date"]) + timedelta(days=1)).replace(tzinfo=zone))

def problem_of_life(kind, entry, pick):
    """Why the entry can't come next in the history of its pick; None when it can."""
    version, at = int(entry["ref"].rpartition(":")[2]), entry["at"]
    if kind in ("publish", "import"):
        return "it publishes a pick that is there already" if pick["versions"] else None
    if not pick["versions"] or pick["withdrawn"]:
        return "there is no such pick, or it was withdrawn"
    if kind == "settle" and pick["settled"]:
        return "it settles a pick that was settled already"
    sealed = kind == "amend" or (kind == "correct" and any(name not in GRADE for name in entry["changes"]))
    if version != pick["last"] + sealed:
        return "it is about another version than the last one"
    if kind == "amend" and pick["graded"]:
        return "it was amended after its verdict"
    if kind == "amend" and any(by and by <= at for _, by, _ in pick["versions"]):
        return "it was amended after it had to be revealed"
    if kind == "amend" and pick["start"] and pick["start"] <= at:
        return "it was amended after the start"
    old, new = pick["verdict"], entry.get("outcome", "")
    known = pick["graded"] or not pick["imported"]  # a verdict from before the record is not in it
    if kind == "correct" and known and entry["changes"].get("verdict", [old, old] if old == new else None) != [old, new]:
        return "of a change that isn't named: it changes the verdict"
    if kind == "correct" and "reason" not in entry and any(before for before, _ in entry["changes"].values()):
        return "something known was changed without a reason"

GRADE = ("verdict", "units_result", "away_score", "home_score", "closing_line", "closing_odds")
site, (kept, _, kept_at) = sys.argv[1].rstrip("/"), (sys.argv[2:] + [""])[0].partition(" ")
kept_seq = int(kept.partition(":")[0] or 0)
entries, problems, picks, zone, before, last = [], [], {}, timezone.utc, "0" * 64, ""
began = datetime.now(timezone.utc)
while True:
    answer = page(site, len(entries))
    entries += answer["entries"]
    if not answer["entries"] or len(entries) >= answer["head"]["seq"]:
        break
latest, due = text_of(datetime.now(timezone.utc) + timedelta(minutes=5)), text_of(began - timedelta(minutes=5))
earliest = kept_at and text_of(datetime.fromisoformat(kept_at.replace("Z", "+00:00")) - timedelta(minutes=5))
for number, entry in enumerate(entries, 1):
    kind, at, reveal, given = entry["type"], entry["at"], entry.pop("reveal"), entry.pop("hash")
    say = lambda problem: problem and problems.append(f"Broken at entry {number} because {problem}.")
    say(entry["seq"] != number and "of a gap: it is missing, or another entry is in its place")
    say(sha256(before, canonical(entry)) != given and "of its hash: it does not fit this entry and the one before it")
    say(at < last and "of the order of time: it claims an earlier time than the entry before it")
    say(at > latest and "it claims a time in the future, by the clock of this machine")
    say(kept_at and number > kept_seq and at < earliest and "it is backdated: you saved the fingerprint before it later")
    say(reveal and sha256(reveal["salt"], canonical(reveal["content"])) != entry.get("digest") and "of its digest: what was revealed is not what was sealed")
    say((kind == "begin") != (number == 1) and "a record has one beginning, and begins with it")
    say(kind == "import" and entries[number - 2]["type"] not in ("begin", "import") and "it is an import out of place: they come first")
    say(kind == "restore" and entry["from"] != number - 1 and "it goes on after another entry than the one before it")
    before, last = given, at
    if kept == f"{number}:{given}":
        kept = ""
    if kind == "begin":
        zone = ZoneInfo(entry["zone"])
    if kind in ("begin", "restore"):
        continue
    new = {"versions": [], "last": 1, "verdict": "", "graded": False, "settled": "", "start": None, "withdrawn": False}
    pick = picks.setdefault(entry["ref"].rpartition(":")[0], {**new, "imported": kind == "import"})
    problem = problem_of_life(kind, entry, pick)
    say(problem)
    if kind in ("publish", "import", "amend"):
        pick["versions"].append((number, entry.get("reveal_by"), reveal))
        pick["start"] = pick["start"] if problem else reveal and start_of(reveal["content"])
    if kind in ("settle", "correct"):
        pick["verdict"], pick["graded"] = entry.get("outcome", ""), pick["graded"] or "outcome" in entry
        pick["settled"] = pick["settled"] or (at if kind == "settle" else "")
    pick["last"], pick["withdrawn"] = int(entry["ref"].rpartition(":")[2]), kind == "withdraw"
if kept:
    problems.append(f"This record was rewritten: it has no {kept}.")
if before != answer["head"]["hash"]:
    problems.append("The served fingerprint is not that of the last entry.")
for name, pick in picks.items():
    reveal_by = pick["versions"][-1][1] if pick["versions"] else None
    if (reveal_by and reveal_by < due) or (pick["settled"] and pick["settled"] < due):
        hidden = [str(number) for number, _, reveal in pick["versions"] if not reveal]
        problems += [f"Held back: {name} (entries {', '.join(hidden)}), not revealed by its time."] if hidden else []
intact = f"Intact: {len(entries)} entries, {len(picks)} picks, up to {last}. Fingerprint: {len(entries)}:{before}"
print("\n".join(problems) or intact)
print("Not checked: whether scores, prices and stakes give these verdicts and units, all else that a correction changes, and the figures.")
sys.exit(1 if problems else 0)
