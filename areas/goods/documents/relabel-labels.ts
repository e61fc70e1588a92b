/** A 换标单 prints the stickers of its new labels: as many of each as there are units. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { act, refuse, type Context, type Route } from '#platform/server/area.ts'
import { stickersFile } from '#platform/server/files.ts'
import { oneRecord } from '#platform/server/records.ts'
import { behind } from './places.ts'
import { goodsRelabel } from './relabel-tables.ts'

interface NewLabel {
  readonly code: string | null
  readonly msku: string
  readonly sku: string
  readonly copies: number
}

/** one more than a file of stickers may have: the printing refuses it */
const tooMany = 1_001
const linesOf = (context: Context, id: unknown): Promise<readonly NewLabel[]> =>
  context.write(async (tx, inside) => {
    const { id: relabelId } = await oneRecord(inside, goodsRelabel, id)
    const { rows } =
      await sql<NewLabel>`select (select min(b.code) from goods_barcode b where b.label_id = n.to_label_id and b.kind = 2) as code,
        coalesce(goods_label(n.to_label_id), '') as msku, p.sku, least(ceil(n.quantity), ${tooMany})::int as copies
      from goods_relabel_line n join product p on p.id = n.product_id where n.relabel_id = ${relabelId} order by n.line_no`.execute(
        behind(tx),
      )
    return rows
  })

export const relabelLabels: Route = act(
  goodsRelabel,
  { name: 'labels', title: ['打印标签', 'Print labels'], over: 'row', operation: operations.view, result: 'file' },
  async (context, { input }) => {
    const lines = await linesOf(context, input['id'])
    const bare = lines.find(one => one.code === null)
    if (bare !== undefined) throw refuse.rule(sentence`${bare.msku} 没有平台标签条码，请先在“条码”里登记`)
    return stickersFile(
      context,
      { name: ['换标标签', 'Labels'], size: [50, 30] },
      lines.map(({ code, msku, sku, copies }) => ({ code: code ?? '', lines: [msku, sku], copies })),
    )
  },
)
