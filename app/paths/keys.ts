/** URLs of the keys of programs. Pure. */

export const keysPath = "/admin/keys";
export function revokeKeyPath(id: number): string {
  return `${keysPath}/${id}/revoke`;
}
