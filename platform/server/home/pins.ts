/**
 * Lists and reports that a person has pinned to his home page. One whose right was withdrawn is not shown, and is there again with the
 * right.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { homeCard, type HomeCard } from '#platform/declare/home-card.ts'
import type { Context } from '../contract/context.ts'
import { refuse, Refusal } from '../calls/refusal.ts'
import { allowed } from '../lists/definition.ts'

const pinsMax = 30
const keyPrefix = 'pin.'

export interface Pin {
  readonly type: string
  readonly url: string
}

/** Whether the caller may look at this list or report. */
function maySee(context: Context, type: string): boolean {
  const { registry } = context.house
  const resource = registry.types.get(type)
  if (resource !== undefined)
    return registry.routes.some(route => route.verb === 'list' && route.resource?.table === resource.table && allowed(context, route))
  const report = registry.reports.get(type)
  if (report === undefined) return false
  try {
    report.definition(context)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The person's pins as cards, in the order in which they were pinned. */
export async function pinCards(context: Context): Promise<(HomeCard & { readonly pin: Pin })[]> {
  const rows = await context.db
    .selectFrom('home_pin')
    .select(['id', 'type', 'title', 'url'])
    .where('account_id', '=', context.caller.accountId)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ type }) => maySee(context, type))
    .map(({ id, type, title, url }) => ({
      ...homeCard({ key: keyPrefix + id, title: [title, title], component: 'home/pinned', permission: null, wide: true, large: true }),
      pin: { type, url },
    }))
}

/** POST /homeCard/pin. The same page in the same state is pinned once; its new name counts. */
export async function pinReport(context: Context, { type, title, url }: Pin & { readonly title: string }): Promise<{ key: string }> {
  if (!maySee(context, type)) throw refuse.unknown(['列表', 'List'])
  const { caller, now } = context
  return context.write(async tx => {
    // one pin of a person after the other: two of one address at once would else be two cards, or the thirty-first
    await sql`select pg_advisory_xact_lock(hashtextextended(${`home pins ${caller.orgId} ${caller.accountId}`}, 0))`.execute(tx)
    const mine = await tx.selectFrom('home_pin').select(['id', 'url']).where('account_id', '=', caller.accountId).execute()
    const same = mine.find(one => one.url === url)
    if (same !== undefined) {
      await tx.updateTable('home_pin').set({ title, updated_at: now().toISOString() }).where('id', '=', same.id).execute()
      return { key: keyPrefix + same.id }
    }
    if (mine.length >= pinsMax) throw refuse.rule(sentence`首页最多固定 ${pinsMax} 个报表，请先取消一些`)
    const { id } = await tx
      .insertInto('home_pin')
      .values({ org_id: caller.orgId, account_id: caller.accountId, type, title, url })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { key: keyPrefix + id }
  })
}

/** POST /homeCard/unpin. */
export async function unpinReport(context: Context, key: string): Promise<null> {
  const id = /^pin\.(\d{1,18})$/.exec(key)?.[1]
  const done =
    id === undefined
      ? null
      : await context.write(tx =>
          tx.deleteFrom('home_pin').where('id', '=', id).where('account_id', '=', context.caller.accountId).executeTakeFirst(),
        )
  if (done === null || done.numDeletedRows === 0n) throw refuse.unknown(['首页卡片', 'Home card'])
  return null
}
