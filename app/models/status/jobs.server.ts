/** What runs repeatedly, in this process and in the one that holds the lease. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { type Job, listJobs } from "../../repeatedly.server.ts";
import { holderText, silentMs } from "../upkeep/lease.server.ts";

export interface JobView {
  label: string;
  startedAt: string | null;
  nextAt: string | null;
  isRunning: boolean;
  /** Null = the last run went well, or there was none. */
  failure: string | null;
}

export interface LeaseView {
  name: string;
  holder: string;
  /** When the holder renewed it last, by its own clock; null = not yet. */
  renewedAt: string | null;
  /** Without another beat, others may take it then. */
  until: string | null;
  jobs: JobView[];
}

export interface Jobs {
  leases: LeaseView[];
  /** What each process does for itself. */
  own: JobView[];
}

const labels: Readonly<Record<string, string>> = {
  backups: "Backups",
  channels: "Posts to channels and webhooks",
  closed: "Deleting closed accounts",
  demo: "The demo's games",
  expired: "Deleting what has expired",
  feed: "Feed of results",
  lease: "Keeping the lease",
  mail: "Sending mail",
  news: "Queueing news",
  problems: "Reading the problems",
  programs: "Telling programs",
  push: "Sending alerts",
  record: "Checking the record",
  site: "Reading the site's texts",
  subscriptions: "Refreshing subscriptions",
  trouble: "Telling of trouble",
  witness: "Sending the head to the witness",
};
const ofEachProcess = ["lease", "problems", "site"];

const instant = z.string().nullable();
const stored = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.array(z.object({ name: z.string(), startedAt: instant, endedAt: instant, nextAt: instant, failure: instant })),
  );

export async function readJobs(): Promise<Jobs> {
  const problems = await db.selectFrom("job_problems").select(["job", "text"]).execute();
  const problemOf = new Map(problems.map(({ job, text }) => [job, text]));
  const leases = await db.selectFrom("leases").select(["name", "holder", "jobs"]).orderBy("name").execute();
  return {
    leases: leases.map((lease) => leaseView(lease, problemOf)),
    own: listJobs()
      .filter(({ name }) => ofEachProcess.includes(name))
      .map((job) => jobView(job, problemOf)),
  };
}

function leaseView(
  { name, holder, jobs }: { name: string; holder: string; jobs: string },
  problemOf: ReadonlyMap<string, string>,
): LeaseView {
  const { data = [] } = stored.safeParse(jobs);
  const renewedAt = data.find((job) => job.name === "lease")?.startedAt ?? null;
  return {
    name,
    holder: holderText(holder),
    renewedAt,
    until: renewedAt === null ? null : new Date(Date.parse(renewedAt) + silentMs).toISOString(),
    jobs: data.filter((job) => !ofEachProcess.includes(job.name)).map((job) => jobView(job, problemOf)),
  };
}

/** A problem lasts longer than one run: a job logs it when it begins. */
function jobView(job: Job, problemOf: ReadonlyMap<string, string>): JobView {
  const { name, startedAt, endedAt, nextAt, failure } = job;
  return {
    label: labels[name] ?? name,
    startedAt,
    nextAt,
    isRunning: startedAt !== null && (endedAt === null || endedAt < startedAt),
    failure: problemOf.get(name) ?? failure,
  };
}
