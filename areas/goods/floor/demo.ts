/** Open work of the demo company's warehouse: a receipt to be put away, a wave and a document to be picked, one of them begun, a count. */
import { warehouse } from '#areas/reference/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { change } from '#platform/server/records.ts'
import { goodsCount } from '../documents/count-tables.ts'
import { goodsIn } from '../documents/in-tables.ts'
import { goodsOut } from '../documents/out-tables.ts'
import { claim } from './claim.ts'
import { confirm } from './do-task.ts'
import { makeWaves } from './wave.ts'
import { tasksFor } from './work.ts'

type Values = Readonly<Record<string, unknown>>
/** that leave today, and those of them that somebody picks */
const [parcels, picked] = [60, 12]

interface Work extends Pick<DemoPeople, 'as'> {
  readonly made: (
    who: string,
    ago: number,
    r: Resource,
    values: Values,
    added: readonly Values[],
    steps: readonly string[],
  ) => Promise<string>
  readonly warehouseId: string
  readonly shopId: unknown
  readonly dueOn: string
  readonly lineOf: (at: number, quantity: number) => Values
}

export async function makeTasks({ as, made, warehouseId, shopId, dueOn, lineOf }: Work): Promise<void> {
  await change(await as('admin'), warehouse, warehouseId, { byTask: true })
  await made(
    'keeper',
    0,
    goodsIn,
    { kind: 4, warehouseId, remark: '供应商补发' },
    [lineOf(8, 24), lineOf(14, 36), lineOf(20, 12)],
    ['receive'],
  )
  const parcel = (at: number, lines: readonly Values[], steps: readonly string[]) =>
    made('admin', 0, goodsOut, { kind: 1, warehouseId, shopId, orderNo: `SZ-2026-${2001 + at}`, dueOn }, lines, steps)
  const held: string[] = []
  for (let at = 0; at < parcels; at++)
    held.push(await parcel(at, [lineOf(5 + (at % 12), 1), ...(at % 2 === 0 ? [] : [lineOf(18, 1)])], ['submit', 'allocate']))
  await makeWaves(await as('admin'), held.slice(0, picked))
  await parcel(parcels, [lineOf(10, 3), lineOf(11, 2)], ['submit', 'allocate', 'release'])
  await made(
    'keeper',
    0,
    goodsCount,
    { warehouseId, kind: 3, productIds: [lineOf(22, 1)['productId'], lineOf(23, 1)['productId']] },
    [],
    ['start'],
  )
  const keeper = await as('keeper')
  const [mine] = (await tasksFor(keeper)).filter(one => one.lines === 3)
  if (mine === undefined) return
  const { lines } = await claim(keeper, mine.id)
  const [line] = lines
  if (line?.quantity != null) await confirm(keeper, { lineId: line.id, quantity: line.quantity, key: 'demo-first' })
}
