/** A document saved by its form: header and lines in one transaction, as one entry of the trail. */
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Hooks, Values } from '../contract/record-hooks.ts'
import type { Row } from '#platform/declare/wire.ts'
import { anyTable } from '../db/any-table.ts'
import { rowOf } from '../lists/read-rows.ts'
import { change, create } from '../records/change.ts'
import { writeLines } from './write-lines.ts'

/** The lines that the form of these records has; absent: none. */
export const linesInForm = ({ house }: Context, r: Resource): Resource | undefined => {
  const lines = house.registry.lines.get(r.table)
  return lines?.linesOf?.editedSeparately === true ? undefined : lines
}

/** A new document with its lines. */
export const addDocument = (
  context: Context,
  [r, lines]: readonly [document: Resource, lines: Resource],
  values: Readonly<Values>,
  given: unknown,
  hooks: Hooks,
): Promise<Row> =>
  context.write((tx, inside) =>
    create(inside, r, values, { hooks, within: id => writeLines(inside, tx, lines, id, given, { verb: 'add' }) }),
  )

/**
 * Saves what was changed: the version of the document counts for the fields of its header alone, each line has its own. So two people may
 * change different lines at once.
 */
export const changeDocument = (
  context: Context,
  [r, lines]: readonly [document: Resource, lines: Resource],
  { id, version, values }: { readonly id: string; readonly version: number | undefined; readonly values: Readonly<Values> },
  given: unknown,
  hooks: Hooks,
): Promise<Row> =>
  context.write(async (tx, inside) => {
    const before = await rowOf(inside, anyTable(tx), r, id)
    if (before === null) throw refuse.unknown(r.title)
    const differing = Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, before[name])))
    const isHeader = Object.keys(differing).length > 0
    if (isHeader && version === undefined) throw refuse.invalid([{ field: 'version', message: sentence`请刷新后再保存（缺少版本号）` }])
    const log = await writeLines(inside, tx, lines, id, given)
    if (!isHeader && log.documents().length === 0) return before
    const seen = isHeader && version !== undefined ? { version } : {}
    return change(inside, r, id, differing, { hooks, ...seen, lines: log })
  })

/** As the record holds it and as the form sends it: files by their ids, figures however they are written. */
function isSame(value: unknown, held: unknown): boolean {
  const plain = (one: unknown): string => {
    if (Array.isArray(one)) return one.map(plain).join()
    return typeof one === 'object' && one !== null && 'id' in one ? asText(one.id) : asText(one ?? '')
  }
  return plain(value) === plain(held)
}
