/** The pages of a conversation as it is read: oldest first, answers below what they answer. Pure. */
import type { ThreadComment, ThreadEntry, ThreadMove, ThreadPage } from '../../declare/wire-thread.ts'
import { instantMs } from '../../format/instants.ts'

export interface Answered {
  readonly kind: 'comment'
  readonly comment: ThreadComment
  readonly answers: readonly ThreadComment[]
}
export type Arranged = Answered | ThreadMove

const keyOf = (entry: ThreadEntry): string => (entry.kind === 'comment' ? entry.id : `${entry.at} ${entry.title}`)
const instantOf = ({ at }: { readonly at: string }): number => instantMs(at)

/** `pages`: the newest first. A comment that several pages bring is as the newest of them has it. */
export function arranged(pages: readonly ThreadPage[]): readonly Arranged[] {
  const entries = [
    ...new Map(pages.toReversed().flatMap(page => page.list.map(entry => [keyOf(entry), entry] as const))).values(),
  ].toSorted((a, b) => instantOf(a) - instantOf(b))
  const answers = Map.groupBy(
    entries.filter(entry => entry.kind === 'comment').filter(entry => entry.parentId !== null),
    entry => entry.parentId,
  )
  return entries.flatMap((entry): Arranged[] => {
    if (entry.kind === 'move') return [entry]
    return entry.parentId === null ? [{ kind: 'comment', comment: entry, answers: answers.get(entry.id) ?? [] }] : []
  })
}

/** Whether a comment came after the one that was seen last. Ids grow in order of time. */
export const isAfter = (id: string, seenId: string | null): boolean => seenId === null || BigInt(id) > BigInt(seenId)

/** The newest comment; null: there is none. */
export function newestOf(pages: readonly ThreadPage[]): string | null {
  const ids = pages.flatMap(page => page.list.flatMap(entry => (entry.kind === 'comment' ? [entry.id] : [])))
  return ids.reduce<string | null>((newest, id) => (isAfter(id, newest) ? id : newest), null)
}
