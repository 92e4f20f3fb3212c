/** Where staff make a pick free. In a file of its own, since it would be in every page's script. Pure. */
export function freeChoicePath(id: number): string {
  return `/admin/free-pick/${id}`;
}
