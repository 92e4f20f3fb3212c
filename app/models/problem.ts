/** A problem that a superadmin must know about and solve. Its texts name no file, host or secret. */
export interface Problem {
  /** One sentence. */
  text: string;
  /** ISO; null = unknown. */
  since: string | null;
  advice: string;
  /** The page where a superadmin can solve it. The http layer maps the name to a path. */
  page?: "grading" | "site";
}
