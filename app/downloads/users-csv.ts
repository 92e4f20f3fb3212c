import { type Cell, csvOf, csvRows } from "../csv/csv.ts";
import { accessNames } from "../models/people/user.ts";
import type { UserLine } from "../models/people/users-list.server.ts";

/** One row per user, some at a time. Times are UTC; what is unknown is empty. */
export async function* usersCsv(parts: AsyncIterable<readonly UserLine[]>): AsyncGenerator<string> {
  yield csvOf(
    ["ID", "Email", "Name", "Role", "Status", "Access", "Membership", "Joined", "Email confirmed", "Last seen"],
    [],
  );
  for await (const users of parts) yield csvRows(users.map(rowOf));
}

function rowOf(user: UserLine): Cell[] {
  const { id, email, name, role, status, access, membership, created_at, email_confirmed_at } = user;
  const seen = [user.in_session ?? "", user.in_trail ?? ""].toSorted().at(-1) ?? "";
  return [
    id,
    email,
    name,
    role,
    status,
    access === "staff" ? "" : accessNames[access],
    membership ?? "",
    created_at,
    email_confirmed_at ?? "",
    seen,
  ];
}
