/** Something that a superadmin has to know and do. Its texts name no file, host or secret. */
export interface Problem {
  /** One sentence. */
  text: string;
  /** ISO; null = unknown. */
  since: string | null;
  advice: string;
  /** The page where it is done. `http` knows its path. */
  page?: "grading";
}
