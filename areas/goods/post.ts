/**
 * What documents do with goods: post moves, hold for a line, release. One call a transaction, after the rows of the document are
 * locked: the functions of the database (db/migrations, `goods_post`) lock cells in one order and refuse a second call.
 */
import type { Sentence } from '#platform/declare/sentence.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { sql, type RawBuilder } from 'kysely'
import { moveReasons } from './ledger-tables.ts'
import { locationKinds } from './location-tables.ts'

type Outside = 'supplier' | 'converted' | 'counted' | 'scrapped' | 'consumed' | 'opening'
/** A location by its id, or one outside: made where it is the first of its kind, or of its shop. */
export type Place = string | { readonly outside: Outside } | { readonly outside: 'shipped' | 'marketplace'; readonly shopId: string }

export interface GoodsLine {
  readonly productId: string
  /** more than 0, six decimals at most */
  readonly quantity: string
  readonly from: Place
  readonly to: Place
  readonly reason: keyof typeof moveReasons
  readonly batchId?: string | null
  readonly labelId?: string | null
  /** the label that the units bear from now on; null: none */
  readonly toLabelId?: string | null
  /** line of the document */
  readonly lineId?: string | null
  /** holds that the line takes from: they follow goods that stay in the warehouse, others are used */
  readonly holds?: readonly { readonly id: string; readonly quantity: string }[]
}
export interface GoodsPosting {
  /** table and id of the document */
  readonly docType: string
  readonly docId: string
  readonly docNo?: string | null
  /** entered once: a second call with it is answered as the first was */
  readonly key: string
  /** absent: today, of a reversal the day of what is taken back, or the first open day */
  readonly bookedOn?: string
  readonly happenedAt?: string
  readonly lines?: readonly GoodsLine[]
  /** id of the posting that is taken back, exactly; no lines then */
  readonly reverses?: string
  /** of a count: what is counted less goes, also where it is held; the least urgent holds are released */
  readonly cutsHolds?: boolean
}
export interface GoodsPosted {
  readonly postingId: string
  /** it was entered before */
  readonly known: boolean
  /** one for each line, in order */
  readonly moveIds: readonly string[]
  /** holds that were released because of a count */
  readonly cutHoldIds: readonly string[]
}

/** Enters moves of a document, in its transaction. What can't be is refused by a sentence that names item, location and number. */
export async function postGoods(context: Context, tx: Tx, posting: GoodsPosting): Promise<GoodsPosted> {
  const { caller, house, now } = context
  const inside = within(context, tx)
  const bookedOn = await dayOf(inside, tx, posting)
  const lines = posting.lines ?? []
  const doc = {
    docType: posting.docType,
    docId: posting.docId,
    docNo: posting.docNo ?? null,
    key: posting.key,
    bookedOn,
    happenedAt: posting.happenedAt ?? null,
    reversesId: posting.reverses ?? null,
    cuts: posting.cutsHolds ?? false,
  }
  const holds = lines.flatMap((line, no) => (line.holds ?? []).map(hold => ({ no, ...hold })))
  const said = await asked<{ posting: number; known: boolean; moves: readonly number[]; cut: readonly number[] }>(
    tx,
    sql`goods_post(${caller.orgId}::bigint, ${caller.accountId}::bigint, ${now().toISOString()}::timestamptz, ${JSON.stringify(doc)}::jsonb,
      ${JSON.stringify(lines.map(wireLine))}::jsonb, ${JSON.stringify(holds)}::jsonb)`,
  )
  const postingId = String(said.posting)
  if (!said.known) {
    const { docType, docId, key, reversesId } = doc
    const change = { id: postingId, before: null, after: { id: postingId, key, docType, docId, bookedOn, reversesId } }
    for (const follower of house.registry.followers.get('goods_posting') ?? []) await follower(inside, tx, [change])
  }
  return { postingId, known: said.known, moveIds: said.moves.map(String), cutHoldIds: said.cut.map(String) }
}

/** Postings of a document that are not taken back, the last first. */
export async function openPostings(context: Context, docType: string, docId: string): Promise<readonly { id: string; key: string }[]> {
  return context.db
    .selectFrom('goods_posting as p')
    .leftJoin('goods_posting as r', 'r.reverses_id', 'p.id')
    .where('p.doc_type', '=', docType)
    .where('p.doc_id', '=', docId)
    .where('p.reverses_id', 'is', null)
    .where('r.id', 'is', null)
    .select(['p.id', 'p.key'])
    .orderBy('p.id', 'desc')
    .execute()
}

export interface Demand {
  readonly docType: string
  readonly docId: string
  readonly docNo?: string | null
  readonly lineId: string
  readonly productId: string
  readonly warehouseId: string
  readonly quantity: string
  /** units with this label first, then bare ones; absent: bare ones */
  readonly labelId?: string | null
  readonly batchId?: string | null
  /** of this bin alone */
  readonly locationId?: string | null
  /** what is named by bin may lie anywhere in the warehouse, what is named by batch may be frozen or expired */
  readonly scrap?: boolean
  /** less than asked for is taken too */
  readonly part?: boolean
  readonly until?: string
  /** 1 low to 4 urgent; a count takes from low ones first */
  readonly priority?: number
}
export interface Held {
  readonly id: string
  readonly cellId: string
  readonly locationId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly quantity: string
}
export interface Taken {
  readonly taken: string
  /** what could be taken: less than asked for where `taken` is 0 */
  readonly free: string
  readonly holds: readonly Held[]
}
/** One hold, or all of a document or of its line. */
export type Released = { readonly id: string } | { readonly docType: string; readonly docId: string; readonly lineId?: string }

/** Holds for each demand what can be picked of it, in the order that the product says; `release` first. Answers by demand. */
export async function holdGoods(
  context: Context,
  tx: Tx,
  demands: readonly Demand[],
  release: readonly Released[] = [],
): Promise<readonly Taken[]> {
  const { caller, now } = context
  const today = dayInZone(now().getTime(), caller.zone)
  const wished = JSON.stringify(demands.map((demand, no) => ({ no, today, ...demand })))
  const answers = await asked<readonly (Taken & { readonly no: number })[]>(
    tx,
    sql`goods_hold(${caller.orgId}::bigint, ${caller.accountId}::bigint, ${now().toISOString()}::timestamptz, ${wished}::jsonb,
      ${JSON.stringify(release)}::jsonb)`,
  )
  const byNo = new Map(answers.map(({ no, ...taken }) => [no, taken]))
  return demands.map((_, no) => byNo.get(no) ?? { taken: '0', free: '0', holds: [] })
}

export const releaseGoods = async (context: Context, tx: Tx, release: readonly Released[]): Promise<void> =>
  void (await holdGoods(context, tx, [], release))

/** A day of an open month that has come. */
async function dayOf(context: Context, tx: Tx, { bookedOn, reverses }: GoodsPosting): Promise<string> {
  const { caller, house, now, db } = context
  const today = dayInZone(now().getTime(), caller.zone)
  const closed = (await house.registry.closedUntil?.(context, tx)) ?? null
  const was =
    reverses === undefined || bookedOn !== undefined
      ? undefined
      : await db.selectFrom('goods_posting').select('booked_on').where('id', '=', reverses).executeTakeFirst()
  const asWas = was?.booked_on
  const day = bookedOn ?? (asWas === undefined || closed === null || asWas > closed ? (asWas ?? today) : addDays(closed, 1))
  if (day > today) throw refuse.rule(sentence`${day} 还没有到，不能过账`)
  if (closed !== null && day <= closed) throw refuse.rule(sentence`${closed.slice(0, 7)} 及以前的月份已结账，${day} 不能过账`)
  return day
}

const wireLine = (line: GoodsLine, no: number) => ({
  no,
  productId: line.productId,
  quantity: line.quantity,
  ...placed('from', line.from),
  ...placed('to', line.to),
  batchId: line.batchId ?? null,
  labelId: line.labelId ?? null,
  toLabelId: line.toLabelId === null ? '0' : (line.toLabelId ?? null),
  reason: moveReasons[line.reason][0],
  lineId: line.lineId ?? null,
})
const placed = (side: 'from' | 'to', place: Place): Readonly<Record<string, unknown>> =>
  typeof place === 'string'
    ? { [`${side}Id`]: place }
    : { [`${side}Kind`]: locationKinds[place.outside][0], ...('shopId' in place ? { shopId: place.shopId } : {}) }

async function asked<T>(tx: Tx, call: RawBuilder<unknown>): Promise<T> {
  try {
    const { rows } = await sql<{ said: T }>`select ${call} as said`.execute(tx)
    return rows[0]?.said as T
  } catch (error) {
    const { code, detail } = error as { readonly code?: unknown; readonly detail?: unknown }
    const isOurs = typeof code === 'string' && code.startsWith('GP')
    const said = isOurs ? reasonOf(code, typeof detail === 'string' ? (JSON.parse(detail) as Detail) : {}) : null
    throw said === null ? error : refuse.rule(said)
  }
}

/** What the functions say of a refusal, by their SQLSTATE. */
interface Detail {
  readonly item?: string
  readonly location?: string
  readonly batch?: string
  readonly why?: string
  readonly asked?: string
  readonly free?: string
  readonly held?: string
  readonly day?: string | null
  readonly closed?: string | null
  readonly expired?: string | null
  readonly room?: string
  readonly litres?: string
}

function reasonOf(code: string, detail: Detail): Sentence | null {
  const { item = '', location = '', batch = '', asked: wished = '', free = '0', held = '0', day, closed, expired } = detail
  switch (code) {
    case 'GP001':
      return held === '0'
        ? sentence`${item} 在 ${location} 只有 ${free}，不够 ${wished}`
        : sentence`${item} 在 ${location} 可用 ${free}（另有 ${held} 已被占用），不够 ${wished}`
    case 'GP002':
      return sentence`一次只能过账一张单据，请逐张操作`
    case 'GP003':
      return faultOf(detail)
    case 'GP005':
      return typeof closed === 'string' && (day ?? '').slice(0, 7) <= closed
        ? sentence`${closed} 及以前的月份已结账，${day ?? ''} 不能过账`
        : sentence`${day ?? ''} 还没有到，不能过账`
    case 'GP006':
      return sentence`库位 ${location} 已停用，${item} 不能进出`
    case 'GP007':
      return typeof expired === 'string'
        ? sentence`${item} 批次 ${batch} 已于 ${expired} 失效，不能从 ${location} 移出，只能移到待检区、不良品区，报废或退供应商`
        : sentence`${item} 批次 ${batch} 不是合格状态，不能从 ${location} 移出，只能移到待检区、不良品区，报废或退供应商`
    case 'GP008':
      return sentence`占用已变化（被取走、释放或换了库位），请刷新后重试`
    case 'GP009':
      return sentence`${item} 在 ${location} 的库存在 ${day ?? ''} 会变成负数，这一天最多可减 ${free}`
    case 'GP010':
      return sentence`这次过账已冲销，不能再次冲销`
    case 'GP011':
      return roomOf(detail)
    default:
      return null
  }
}

/** A line that can't be. */
function faultOf({ item = '', location = '', why }: Detail): Sentence {
  switch (why) {
    case 'quantity':
      return sentence`${item} 的数量应大于 0，最多六位小数`
    case 'itself':
      return sentence`${item} 的移出和移入都是 ${location}，不能移到自己`
    case 'noBatch':
      return sentence`${item} 按批次管控，请填写批次`
    case 'untracked':
      return sentence`${item} 不按批次管控，不能填写批次`
    case 'otherBatch':
      return sentence`批次不是 ${item} 的，请重新选择`
    case 'label':
      return sentence`标签不是 ${item} 的平台 SKU，请重新选择`
    case 'product':
      return sentence`商品 ${item} 没有供应资料，不能入库`
    case 'key':
      return sentence`过账键已被另一张单据使用`
    case 'reversal':
      return sentence`要冲销的过账不存在，或它本身就是冲销`
    case 'empty':
      return sentence`没有可过账的明细`
    default:
      return location === '' ? sentence`库位不存在，请重新选择` : sentence`${location} 不能存放货物，请选择最末一级的库位`
  }
}

function roomOf({ item = '', location = '', why, room = '', litres = '' }: Detail): Sentence {
  switch (why) {
    case 'room':
      return sentence`库位 ${location} 容积 ${room} 升，放入 ${item} 后需要 ${litres} 升`
    case 'fixed':
      return sentence`库位 ${location} 是其他商品的固定库位，不能放 ${item}`
    case 'product':
      return sentence`库位 ${location} 只放一种商品，已有其他商品，不能放 ${item}`
    default:
      return sentence`库位 ${location} 只放一个批次，已有其他批次，不能放 ${item}`
  }
}
