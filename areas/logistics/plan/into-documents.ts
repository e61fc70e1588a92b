/** How suggestions become drafts of documents: those of replenishment and those of requirements planning. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { may, refuse, type Context, type Tx, type Values } from '#platform/server/area.ts'
import { anyTable, inServersName } from '#platform/server/database.ts'
import { addRecord, oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { planStates } from './suggestion.ts'

export interface MadeDocument {
  readonly list: string
  readonly id: string
}
interface Suggested {
  readonly id: string
}
export const openSuggestions = [planStates.proposed[0], planStates.accepted[0]]

/** Opens the first document that was made. */
export function firstMade(made: readonly MadeDocument[]): { page: MadeDocument } {
  const [first] = made
  if (first === undefined) throw refuse.rule(sentence`没有可以转单的建议，请刷新后再选`)
  return { page: first }
}

export function refuseWithout(context: Context, document: Resource): void {
  if (!may(context.caller, permissionOf(document), operations.add)) throw refuse.rule(sentence`没有新增${document.title}的权限，不能转单`)
}

/** Those of these suggestions that the caller sees. */
export async function seenOf(context: Context, suggestion: Resource, ids: readonly string[]): Promise<readonly string[]> {
  const seen = await anyTable(context.db)
    .selectFrom(`${suggestion.table} as l`)
    .where(sql<boolean>`l.id = any(${ids.filter(id => /^\d{1,18}$/.test(String(id)))}::bigint[])`)
    .select(sql<string>`l.id::text`.as('id'))
    .execute()
  return seen.map(one => one.id)
}

/** Lines of one document each. */
export const byDocument = <T>(lines: readonly T[], by: (line: T) => string, most: number): readonly (readonly T[])[] =>
  [...Map.groupBy(lines, by).values()].flatMap(of =>
    Array.from({ length: Math.ceil(of.length / most) }, (_, at) => of.slice(at * most, (at + 1) * most)),
  )

/** A document of these suggestions, which say its number from now on. */
export async function makeOf(
  context: Context,
  tx: Tx,
  [suggestion, document]: readonly [suggestion: Resource, document: Resource],
  header: Values,
  of: readonly Suggested[],
): Promise<MadeDocument> {
  const { id } = await addRecord(context, document, header)
  const { no } = await oneRecord(context, document, id)
  await turned(
    context,
    tx,
    suggestion,
    of.map(one => ({ id: one.id, documentNo: String(no) })),
  )
  return { list: document.type ?? '', id }
}

export async function turned(
  context: Context,
  tx: Tx,
  suggestion: Resource,
  of: readonly { readonly id: string; readonly documentNo: string }[],
): Promise<void> {
  const server = await inServersName(context, tx, 'suggestions that became documents')
  await takeSteps(server, suggestion, { ids: of.map(({ id }) => ({ id })), pick: { step: 'turn' }, input: {}, byProgram: true })
  await setDerived(server, suggestion, of)
}
