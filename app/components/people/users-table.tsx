import { Link, useLocation } from "@remix-run/react";
import type { ListedUser, User } from "../../models/people/user.ts";
import { userPathFromList, userPath } from "../../paths/users.ts";
import { roleLabel } from "../../policy.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { MoreActions } from "../shared/fold.tsx";
import { StatusButton, StatusMark } from "./user-parts.tsx";
import { NothingFound } from "../shared/list-parts.tsx";

interface UsersTableProps {
  users: readonly ListedUser[];
  ownId: number;
  /** All users, when these are some of them. */
  clearTo: string | null;
}

export function UsersTable({ users, ownId, clearTo }: UsersTableProps) {
  return (
    <CardTable
      label="Users table"
      columns={6}
      emptyText={<NothingFound text="No users found." clearTo={clearTo} />}
      className="who"
      head={
        <>
          <Head>Email and name</Head>
          <Head>ID</Head>
          <Head>Role</Head>
          <Head>Status</Head>
          <Head>Membership</Head>
          <Head>
            <span className="vh">Actions</span>
          </Head>
        </>
      }
    >
      {users.map((user) => (
        <Row key={user.id}>
          <RowHead>
            <b>{user.email}</b>
            <span>{user.name}</span>
          </RowHead>
          <Cell label="ID">{user.id}</Cell>
          <Cell label="Role">{roleLabel(user.role)}</Cell>
          <Cell label="Status">
            <StatusMark status={user.status} />
          </Cell>
          <Cell label="Membership">{user.membership ?? "–"}</Cell>
          <Cell>
            <Actions user={user} own={user.id === ownId} />
          </Cell>
        </Row>
      ))}
    </CardTable>
  );
}

function Actions({ user, own }: { user: User; own: boolean }) {
  const { search } = useLocation();
  const name = <span className="vh">{` ${user.email}`}</span>;
  return (
    <div className="acts">
      <Link className="btn quiet" to={userPath(user.id)}>
        Open{name}
      </Link>
      {own ? (
        <span className="muted">You</span>
      ) : (
        <MoreActions name={name}>
          <StatusButton user={user} action={userPathFromList(user.id, "/status", search)} quiet />
          <Link className="btn quiet del" to={userPathFromList(user.id, "/delete", search)} preventScrollReset>
            Delete{name}
          </Link>
        </MoreActions>
      )}
    </div>
  );
}
