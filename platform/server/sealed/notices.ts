/**
 * Telling a sealed author: no message of the inbox, whose row would name him. What he is told is kept by its record, and found by him
 * through the hash that only he and the key make.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { SealedNotice } from '#platform/declare/sealed.ts'
import { fromStored, shortened, toStored, type Part, type Wording } from '#platform/declare/sentence.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { ownHashes } from '../db/sealed-author.ts'

/** characters of a title or detail */
const partMax = 200
const shownMax = 100

export interface Told {
  readonly title: Wording
  readonly detail?: Part | null
}

/** Those of the records whose author is sealed are told of; for the others the caller tells a person. Answers which were. */
export async function tellSealed(
  context: Context,
  tx: Tx,
  r: Resource,
  recordIds: readonly string[],
  said: Told,
): Promise<ReadonlySet<string>> {
  if (r.sealedAuthor === undefined || recordIds.length === 0) return new Set()
  const rows = await tx
    .withoutPlugins()
    .selectFrom('sealed_author')
    .select(['record_id', 'org_id'])
    .where('subject', '=', r.table)
    .where(sql<boolean>`record_id = any(${[...recordIds]})`)
    .execute()
  if (rows.length === 0) return new Set()
  const { title, detail = null } = said
  await tx
    .withoutPlugins()
    .insertInto('sealed_notice')
    .values(
      rows.map(row => ({
        key: randomUUID(),
        org_id: row.org_id,
        subject: r.table,
        record_id: row.record_id,
        title: toStored(shortened(title, partMax)),
        detail: detail === null || detail === '' ? null : toStored(shortened(detail, partMax)),
        at: context.now().toISOString(),
      })),
    )
    .execute()
  return new Set(rows.map(row => row.record_id))
}

/**
 * What the caller was told as a sealed author, newest first, 100 at most; `read`: from now on it counts as read. Every reader of such a
 * page makes this call, so its line in the request log tells nothing.
 */
export async function sealedNotices(
  context: Context,
  { list, read = false }: { list?: string; read?: boolean },
): Promise<readonly SealedNotice[]> {
  // who looks at the product as somebody else learns nothing of what that person keeps to himself
  if (context.caller.viewer !== undefined) return []
  const kinds = [...context.house.registry.resources.values()].filter(
    r => r.sealedAuthor !== undefined && (list === undefined || r.type === list),
  )
  if (kinds.length === 0) return []
  const byTable = new Map(kinds.map(r => [r.table, r]))
  return context.write(async tx => {
    const sealed = tx.withoutPlugins()
    const rows = await sealed
      .selectFrom('sealed_notice as n')
      .innerJoin('sealed_author as a', join => join.onRef('a.subject', '=', 'n.subject').onRef('a.record_id', '=', 'n.record_id'))
      .select(['n.key', 'n.subject', 'n.record_id', 'n.title', 'n.detail', 'n.at', 'n.is_read'])
      .where('a.author_hash', 'in', await ownHashes(context, tx, kinds))
      .orderBy('n.at', 'desc')
      .limit(shownMax)
      .execute()
    const unread = read ? rows.filter(row => !row.is_read).map(row => row.key) : []
    if (unread.length > 0) await sealed.updateTable('sealed_notice').set({ is_read: true }).where('key', 'in', unread).execute()
    const words = (text: string): string => context.house.registry.inWords(fromStored(text), context.language)
    return rows.map(row => ({
      id: row.key,
      list: byTable.get(row.subject)?.type ?? null,
      recordId: row.record_id,
      title: words(row.title),
      detail: row.detail === null ? null : words(row.detail),
      at: row.at,
      isRead: row.is_read,
    }))
  })
}
