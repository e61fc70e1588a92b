/** Removing for good: what was written is blanked first, so that neither trail nor undo keeps it. */
import type { Resource } from '#platform/declare/resource.ts'
import { removeRecords, setDerived } from '#platform/server/records.ts'
import type { Context } from '#platform/server/area.ts'
import type { bossLetter, bossReply } from './tables.ts'

export const blank = (desk: Context, r: Resource, ids: readonly string[], more: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  setDerived(
    desk,
    r,
    ids.map(id => ({ id, subject: '', content: '', ...more })),
  )

export async function erase(desk: Context, r: Resource, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await blank(desk, r, ids)
  await removeRecords(desk, r, ids)
}

/**
 * Of one's own letters or replies: drafts and withdrawn ones go; of what was sent the text goes and the row stays: answers find their way
 * by it.
 */
export async function eraseOwn(
  desk: Context,
  r: typeof bossLetter | typeof bossReply,
  rows: readonly { readonly id: string; readonly isSent: boolean }[],
): Promise<void> {
  const removedAt = desk.now().toISOString()
  await blank(
    desk,
    r,
    rows.filter(row => row.isSent).map(row => row.id),
    { removedAt },
  )
  await erase(
    desk,
    r,
    rows.filter(row => !row.isSent).map(row => row.id),
  )
}
