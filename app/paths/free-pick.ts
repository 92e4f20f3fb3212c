/** The page of the free pick. In a file of its own, since it would be in every page's script. Pure. */
export const freePickPath = "/free-pick";
