/** What holds in a folder, from what it says and what holds above it. Pure. */
import { grants } from './folder-tables.ts'

/** Who may write or read, as the folder says. */
export interface Grant {
  readonly way: number
  readonly depts: readonly string[]
  readonly roles: readonly string[]
  readonly people: readonly string[]
}
export interface FolderWords {
  readonly ownerId: string
  readonly reads: Grant
  readonly writes: Grant
}
export interface Holding {
  readonly depth: number
  readonly keepers: readonly string[]
  readonly writers: readonly string[]
  readonly audience: readonly string[]
}
const nothing: Holding = { depth: 0, keepers: [], writers: [], audience: [] }

/** As marks of `sharedWithMe`; departments mean those below as well. */
function marksOf({ way, depts, roles, people }: Grant, above: readonly string[]): readonly string[] {
  if (way === grants.above[0]) return above
  if (way === grants.all[0]) return ['o']
  return [...depts.map(id => `D${id}`), ...roles.map(id => `r${id}`), ...people.map(id => `e${id}`)]
}
const joined = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].toSorted((a, b) => (a < b ? -1 : 1))

/** Owners, also of folders above, write; whoever writes reads. */
export function holdingOf(words: FolderWords, above: Holding | null): Holding {
  const over = above ?? nothing
  const keepers = joined(over.keepers, [`e${words.ownerId}`])
  const writers = joined(keepers, marksOf(words.writes, over.writers))
  return { depth: over.depth + 1, keepers, writers, audience: joined(writers, marksOf(words.reads, over.audience)) }
}

export const isAmong = (marks: readonly string[], mine: readonly string[]): boolean => marks.some(mark => mine.includes(mark))
