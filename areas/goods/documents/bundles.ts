/**
 * Bundles that a goods issue asks for and that do not lie there: their parts become lines of the document, held and picked as others are,
 * and the posting that ships puts them together. How a bundle is made, production says.
 */
import { sql } from 'kysely'
import { add, compare, divide, isZero, multiply, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, RowLock, Tx } from '#platform/server/area.ts'
import type { Row } from '#platform/declare/wire.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach, removeRecords, setDerived } from '#platform/server/records.ts'
import type { GoodsLine } from '../post.ts'
import { goodsOut, goodsOutLine, outKinds } from './out-tables.ts'
import { keepSubmitted } from './lines.ts'
import { behind } from './places.ts'

export interface BundleBill {
  readonly bomId: string
  readonly productId: string
  readonly base: string
  readonly lines: readonly { readonly partId: string; readonly per: string; readonly scrap: string }[]
}
export interface PutTogether {
  readonly docType: string
  readonly lineId: string
  readonly bomId: string
  readonly sets: string
}
interface Maker {
  /** bills of these products that are bundles today */
  readonly bills: (context: Context, tx: Tx, productIds: readonly string[]) => Promise<readonly BundleBill[]>
  /** what a posting puts together, before it is entered */
  readonly made: (context: Context, tx: Tx, made: readonly PutTogether[]) => Promise<void>
}
let maker: Maker | null = null
export const whenBundled = (work: Maker): void => void (maker = work)

interface Line {
  readonly id: string
  readonly productId: string
  /** neither held nor to be put together */
  readonly open: string
  /** may be put together: neither batch nor bin is asked for, and bundles are not kept by batch */
  readonly mayBe: boolean
  readonly labelId: string | null
}
type Part = BundleBill['lines'][number]
const scale = 6
/** of a part for one bundle, as a fraction */
const forOne = ({ base }: BundleBill, { per, scrap }: Part) => [multiply(per, add('100', scrap)), multiply(base, '100')] as const
const needOf = (sets: string, bill: BundleBill, part: Part): string => {
  const [above, below] = forOne(bill, part)
  return divide(multiply(sets, above), below, scale, 'ceiling')
}
/** whole bundles that so much of a part suffices for */
const enoughFor = (free: string, bill: BundleBill, part: Part): string => {
  const [above, below] = forOne(bill, part)
  return divide(multiply(free, below), above, 0, 'floor')
}

/** What is short of bundles is put together, as far as parts are free: their lines are held with the others. */
export async function planBundles(context: Context, tx: Tx, row: Row): Promise<void> {
  if (maker === null || row['kind'] === outKinds.scrapped[0]) return
  const { orgId } = context.caller
  const { rows: lines } = await sql<Line>`select l.id::text as id, l.product_id::text as "productId", l.label_id::text as "labelId",
      trim_scale(l.quantity - l.held)::text as open, l.of_line_id is null and l.batch_id is null and l.location_id is null
        and coalesce(s.tracking, 0) = 0 and l.quantity = trunc(l.quantity) as "mayBe"
    from goods_out_line l left join product_supply s on s.org_id = l.org_id and s.product_id = l.product_id
    where l.out_id = ${row.id} and l.held < l.quantity order by l.line_no`.execute(behind(tx))
  const wished = lines.filter(one => one.mayBe).map(one => one.productId)
  const found = wished.length === 0 ? [] : await maker.bills(context, tx, [...new Set(wished)])
  if (found.length === 0) return
  const bills = new Map(found.map(bill => [bill.productId, bill]))
  const ids = [...lines.map(one => one.productId), ...found.flatMap(bill => bill.lines.map(one => one.partId))]
  const labels = lines.flatMap(one => one.labelId ?? [])
  const free = await freeOf(tx, { orgId, warehouseId: asText(row['warehouseId']), day: todayOf(context) }, ids, labels)
  const bare = (productId: string): string => free.get(`${productId} 0`) ?? '0'
  // as units are held: those with the line's label first, then bare ones
  const take = (productId: string, quantity: string, labelId: string | null = null): string => {
    let open = quantity
    for (const key of new Set([`${productId} ${labelId ?? '0'}`, `${productId} 0`])) {
      const is = free.get(key) ?? '0'
      const part = compare(is, open) < 0 ? is : open
      free.set(key, subtract(is, part))
      open = subtract(open, part)
    }
    return subtract(quantity, open)
  }
  const lacks = new Map(lines.map(one => [one.id, subtract(one.open, take(one.productId, one.open, one.labelId))]))
  const server = await inServersName(context, tx, 'parts of bundles that a goods issue asks for')
  const sets: { id: string; sets: string; bomId: string }[] = []
  const parts: Readonly<Record<string, unknown>>[] = []
  for (const { id, productId, mayBe } of lines) {
    const bill = mayBe ? bills.get(productId) : undefined
    const lack = lacks.get(id) ?? '0'
    if (bill === undefined || isZero(lack)) continue
    const most = bill.lines.map(part => enoughFor(bare(part.partId), bill, part)).reduce(least, lack)
    if (compare(most, '0') <= 0) continue
    sets.push({ id, sets: most, bomId: bill.bomId })
    for (const part of bill.lines) {
      const quantity = needOf(most, bill, part)
      take(part.partId, quantity)
      parts.push({ outId: row.id, productId: part.partId, quantity, ofLineId: id, bundleId: productId })
    }
  }
  if (sets.length === 0) return
  const { rows: before } = await sql<{ id: string; sets: string; held: string }>`select id::text as id, sets::text as sets,
      held::text as held from goods_out_line where id = any(${sets.map(one => one.id)}::bigint[])`.execute(behind(tx))
  const was = new Map(before.map(one => [one.id, one]))
  await setDerived(
    server,
    goodsOutLine,
    sets.map(({ id, sets: more, bomId }) => ({
      id,
      bomId,
      sets: add(was.get(id)?.sets ?? '0', more),
      held: add(was.get(id)?.held ?? '0', more),
    })),
  )
  await createEach(server, goodsOutLine, parts)
}
const least = (a: string, b: string): string => (compare(b, a) < 0 ? b : a)

/** Units in bins that nobody holds, bare and with these labels, as they may leave on a day: by `product label`. */
async function freeOf(
  tx: Tx,
  { orgId, warehouseId, day }: { readonly orgId: string; readonly warehouseId: string; readonly day: string },
  ids: readonly string[],
  labels: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; free: string }>`select c.product_id || ' ' || c.label_id as id,
      trim_scale(sum(c.quantity - c.reserved))::text as free
    from goods_cell c join goods_location l on l.id = c.location_id and l.kind = 1 and l.status = 1
      left join product_supply s on s.org_id = c.org_id and s.product_id = c.product_id left join goods_batch b on b.id = c.batch_id
    where c.org_id = ${orgId} and c.warehouse_id = ${warehouseId} and c.product_id = any(${[...new Set(ids)]}::bigint[])
      and c.label_id = any(${['0', ...labels]}::bigint[]) and c.quantity > c.reserved and coalesce(b.status, 1) = 1
      and coalesce(b.expires_on - ${day}::date >= coalesce(s.min_days_out, 0), true)
    group by 1`.execute(behind(tx))
  return new Map(rows.map(one => [one.id, one.free]))
}

/** The document is a draft again: its lines are what was asked for. */
export async function forgetBundles(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; isPart: boolean }>`select id::text as id, of_line_id is not null as "isPart"
    from goods_out_line where out_id = ${id} and (of_line_id is not null or sets > 0) order by id`.execute(behind(tx))
  if (rows.length === 0) return
  const server = await inServersName(context, tx, 'parts of bundles of a goods issue that is a draft again')
  await setDerived(
    server,
    goodsOutLine,
    rows.filter(one => !one.isPart).map(one => ({ id: one.id, sets: '0', bomId: null })),
  )
  const parts = rows.filter(one => one.isPart).map(one => one.id)
  if (parts.length > 0) await removeRecords(server, goodsOutLine, parts, { undoable: false })
}

interface Sets {
  readonly id: string
  readonly productId: string
  readonly sets: string
  readonly bomId: string
}
/** What is shipped of a document: parts become bundles where they were gathered, and leave with the rest. */
export async function withBundles(context: Context, tx: Tx, id: string, stage: string, lines: readonly GoodsLine[]) {
  const { rows } = await sql<Sets & { parts: readonly string[] }>`select l.id::text as id, l.product_id::text as "productId",
      trim_scale(l.sets)::text as sets, l.bom_id::text as "bomId",
      (select array_agg(p.id::text) from goods_out_line p where p.of_line_id = l.id) as parts
    from goods_out_line l where l.out_id = ${id} and l.sets > 0 order by l.line_no`.execute(behind(tx))
  if (rows.length === 0) return lines
  await maker?.made(
    context,
    tx,
    rows.map(one => ({ docType: goodsOut.table, lineId: one.id, bomId: one.bomId, sets: one.sets })),
  )
  const [first] = lines
  const whole = new Map(rows.flatMap(one => one.parts.map(part => [part, one.id] as const)))
  const isPart = ({ lineId }: GoodsLine): boolean => whole.has(lineId ?? '')
  const into = lines.filter(isPart).map((one): GoodsLine => ({
    ...one,
    // what is put together of what is said by the line of the bundle
    lineId: whole.get(one.lineId ?? '') ?? null,
    to: { outside: 'converted' },
    reason: 'takenIn',
  }))
  const made = rows.map(({ id: lineId, productId, sets }) => ({ lineId, productId, quantity: sets }))
  const out = made.map((one): GoodsLine => ({ ...one, from: { outside: 'converted' }, to: stage, reason: 'putOut' }))
  const gone = made.map((one): GoodsLine => ({ ...one, from: stage, to: first?.to ?? '', reason: first?.reason ?? 'sold' }))
  return [...into, ...out, ...lines.filter(one => !isPart(one)), ...gone]
}

/** Lines of a document that was submitted stay, for everybody but the program, which writes the parts of bundles. */
export const keepIssued: RowLock = async (context, db, isRemoval) =>
  context.caller.accountId === programAccount ? [] : keepSubmitted(goodsOut, goodsOutLine)(context, db, isRemoval)
const programAccount = '0'
