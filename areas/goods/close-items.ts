/** What of the warehouse must be in order before a month is closed, at warehouses whose stock the ledger keeps. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { CloseItem } from '#platform/server/area.ts'
import { goodsCount } from './documents/count-tables.ts'
import { goodsIn } from './documents/in-tables.ts'
import { proveGoods } from './proof.ts'

/** told at once */
const faultsMax = 20

interface Open {
  readonly r: Resource
  /** by the names of the document's states */
  readonly states: readonly number[]
  readonly path: string
  readonly title: Title
  readonly said: (name: string, n: number) => Title
}
/** Told by warehouse: documents of the month, or of a month before, that are in one of these states. */
const openItem = (code: string, { r, states, path, title, said }: Open): CloseItem => ({
  code,
  title,
  group: 'match',
  by: 'organisation',
  needs: 'reason',
  path,
  gaps: async ({ db, caller }, { last }) => {
    // sums for who closes the month, whichever warehouses he was granted
    const { rows } = await sql<{ name: string; n: number }>`select w.name, count(*)::int as n
      from ${sql.table(r.table)} d join warehouse w on w.id = d.warehouse_id
      where d.org_id = ${caller.orgId} and d.state = any(${[...states]}::int[]) and d.business_on between w.kept_since and ${last}::date
      group by w.id, w.name order by w.name`.execute(db.withoutPlugins())
    return rows.map(({ name, n }) => ({ path, text: said(name, n) }))
  },
})

const [counts, receipts] = [codesOf(goodsCount.fields.state.choices), codesOf(goodsIn.fields.state.choices)]
export const goodsCloseItems: readonly CloseItem[] = [
  openItem('goodsReceipts', {
    r: goodsIn,
    states: [receipts.draft],
    path: '/goods/in',
    title: ['入库单已过账', 'Receipts of goods posted'],
    said: (name, n) => [`${name}：${n} 张入库单未过账`, `${name}: ${n} receipts of goods are not posted`],
  }),
  openItem('goodsCounts', {
    r: goodsCount,
    states: [counts.planned, counts.counting, counts.again, counts.review],
    path: '/goods/count',
    title: ['盘点已完成', 'Counts of goods finished'],
    said: (name, n) => [`${name}：${n} 张盘点单未完成`, `${name}: ${n} counts of goods are not finished`],
  }),
  {
    code: 'goodsLedger',
    title: ['库存与流水相符', 'Stock is what its moves say'],
    group: 'match',
    by: 'organisation',
    needs: 'clean',
    isLong: true,
    path: '/goods/move',
    gaps: async context => {
      const faults = await proveGoods(context, true)
      return faults.slice(0, faultsMax).map(({ key, expected, found }) => ({
        path: '/goods/move',
        text: [`${key}：流水 ${expected}，库存 ${found}`, `${key}: moves ${expected}, stock ${found}`],
      }))
    },
  },
]
