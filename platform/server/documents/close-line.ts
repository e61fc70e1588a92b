/** One line closed early: what is open of it can't be drawn any more, and the state of its document follows (declare/draws.ts). */
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { add, isZero } from '#platform/format/decimal.ts'
import { openOf } from '#platform/format/drawn.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { drawings, type Drawing } from '../lists/drawings.ts'
import { rowOf } from '../lists/read-rows.ts'
import { setDerived } from '../records/derived.ts'
import { LineLog } from '../records/line-log.ts'
import { raiseDocuments } from '../records/writer.ts'
import { heldSources, lockSources, stateTitle, system } from './keep-drawn.ts'

/** as the trail of the document calls it (audit/verbs.ts) */
const verb = 'closeLine'

/** Draws of these lines that can be closed early: each has a figure of its own for it. */
export const closingOf = (all: readonly Drawing[], source: Resource): readonly Drawing[] =>
  all.filter(one => one.source.table === source.table && one.draw.closed !== undefined)

/** `note`: why, as the trail of the document keeps it. */
export const closeLine = (context: Context, source: Resource, id: string, note: string): Promise<void> =>
  context.write(async (tx, inside) => {
    const own = await system(inside, tx)
    const closing = closingOf(drawings(inside.house.registry), source)
    for (const drawing of closing) await lockSources(anyTable(own.db), drawing, [id])
    // what the trail tells is what was there under the lock
    const before = await rowOf(inside, anyTable(tx), source, id)
    if (before === null) throw refuse.unknown(source.title)
    const closed: Record<string, string> = {}
    let no = 0
    for (const drawing of closing) {
      const { draw, sourceHeader } = drawing
      const [line] = await heldSources(anyTable(own.db), drawing, [id])
      if (line === undefined || draw.closed === undefined) continue
      if (!line.isOpen)
        throw refuse.rule(sentence`${sourceHeader.title}“${line.name}”当前为“${stateTitle(sourceHeader, line)}”，不能提前关闭其中的行`)
      const open = openOf(line.there, line.was, line.closed)
      no = line.no
      if (!isZero(open)) closed[draw.closed] = add(line.closed, open)
    }
    if (Object.keys(closed).length === 0) throw refuse.rule(sentence`第 ${no} 行没有未取的数量，不需要关闭`)
    await setDerived(own, source, [{ id, ...closed }])
    const log = new LineLog(source)
    log.add([{ id, before, after: await rowOf(inside, anyTable(tx), source, id) }])
    await raiseDocuments({ context: inside, tx, verb, note }, log)
  })
