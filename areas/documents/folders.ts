/** Folders: what holds in them follows from what they and those above say; who may change, move and write. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, may, refuse, type Context, type RouteMap, type RowLock, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { change, family, namedId, oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { signedIn } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { documentRights } from './document-tables.ts'
import { folder, foldersDepthMax, handOver } from './folder-tables.ts'
import { holdingOf, isAmong, type Grant, type Holding } from './rights.ts'

/** Rights of folders are worked out by one writer after the other; taken before any folder is locked, so that nobody waits in a circle. */
export const oneTree: RowLock = async (context, db) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rights of folders ${context.caller.orgId}`}, 0))`.execute(db)
  return []
}

const portion = 1_000
const list = (ids: readonly string[] | null): readonly string[] => (ids ?? []).map(asText)
const foldersWhere = (server: Context, by: 'id' | 'parent_id', ids: readonly string[], after = '0') =>
  server.db
    .selectFrom('folder')
    .select(['id', 'name', 'parent_id', 'owner_id', 'depth', 'keepers', 'writers', 'audience', 'reads', 'writes'])
    .select(['read_depts', 'read_roles', 'read_people', 'write_depts', 'write_roles', 'write_people'])
    .where(by, 'in', ids)
    .where('id', '>', after)
    .orderBy('id')
    .limit(portion)
    .execute()
type FolderRow = Awaited<ReturnType<typeof foldersWhere>>[number]
/** However many: so many at a time. */
async function foldersOf(server: Context, ids: readonly string[]): Promise<FolderRow[]> {
  const rows: FolderRow[] = []
  for (let at = 0; at < ids.length; at += portion) rows.push(...(await foldersWhere(server, 'id', ids.slice(at, at + portion))))
  return rows
}

const grantOf = (way: number, depts: string[] | null, roles: string[] | null, people: string[] | null): Grant => ({
  way,
  depts: list(depts),
  roles: list(roles),
  people: list(people),
})
const holdingIn = (row: FolderRow, above: Holding | null): Holding =>
  holdingOf(
    {
      ownerId: asText(row.owner_id),
      reads: grantOf(row.reads, row.read_depts, row.read_roles, row.read_people),
      writes: grantOf(row.writes, row.write_depts, row.write_roles, row.write_people),
    },
    above,
  )
const stored = ({ depth, keepers, writers, audience }: FolderRow): Holding => ({
  depth,
  keepers: keepers ?? [],
  writers: writers ?? [],
  audience: audience ?? [],
})

/** What holds in these folders, and in those below them level by level. */
async function spread(server: Context, ids: readonly string[]): Promise<void> {
  let rows = await foldersOf(server, ids)
  const parents = [...new Set(rows.flatMap(row => (row.parent_id === null ? [] : [asText(row.parent_id)])))]
  const above = new Map<string, Holding>()
  for (const row of await foldersOf(server, parents)) above.set(asText(row.id), stored(row))
  while (rows.length > 0) {
    const held = rows.map(row => ({
      id: asText(row.id),
      ...holdingIn(row, row.parent_id === null ? null : (above.get(asText(row.parent_id)) ?? null)),
    }))
    if (held.some(({ depth }) => depth > foldersDepthMax)) throw refuse.rule(sentence`目录最多 ${foldersDepthMax} 层，请选择更高的上级目录`)
    await setDerived(server, folder as Resource, held)
    for (const one of held) above.set(one.id, one)
    const next: FolderRow[] = []
    for (let after = '0'; ;) {
      const found = await foldersWhere(
        server,
        'parent_id',
        held.map(one => one.id),
        after,
      )
      next.push(...found)
      if (found.length < portion) break
      after = asText(found.at(-1)?.id ?? after)
    }
    rows = next
  }
}

const serverOf = (caller: Context, tx: Tx): Promise<Context> => inServersName(caller, tx, 'who may read and write in a folder')
const idIn = (row: Readonly<Record<string, unknown>> | null, name: string): string | null =>
  row === null || row[name] === null || row[name] === undefined ? null : asText(row[name])

/** What holds in these folders now. */
export async function holdingsOf(
  server: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Holding & { readonly name: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await foldersOf(server, [...new Set(ids)])
  return new Map(rows.map(row => [asText(row.id), { ...stored(row), name: row.name }]))
}

/** Owners of a folder and of those above change it; who writes in one makes folders below it; at the top by a right of its own. */
export const followFolders = followerOf(folder, async (caller, tx, changes) => {
  const server = await serverOf(caller, tx)
  const { audience } = caller.caller
  const named = changes.flatMap(({ id, before, after }) => [
    ...(before === null ? [] : [id]),
    ...[idIn(before, 'parentId'), idIn(after, 'parentId')].flatMap(one => (one === null ? [] : [one])),
  ])
  const holdings = await holdingsOf(server, named)
  for (const { id, before, after } of changes) {
    const above = idIn(after, 'parentId')
    const held = holdings.get(id)
    if (before !== null && held !== undefined && !isAmong(held.keepers, audience))
      throw refuse.rule(sentence`目录“${held.name}”由它和上级目录的负责人维护，您不能修改`)
    if (after === null || (before !== null && idIn(before, 'parentId') === above)) continue
    if (above === null && !may(caller.caller, 'document', documentRights.keep.operation))
      throw refuse.rule(sentence`您没有建立一级目录的权限，请选择上级目录`)
    const over = above === null ? undefined : holdings.get(above)
    if (over !== undefined && !isAmong(over.writers, audience)) throw refuse.rule(sentence`您在目录“${over.name}”里没有写入的权限`)
  }
  const kept = changes.flatMap(({ id, after }) => (after === null ? [] : [id]))
  if (kept.length > 0) await spread(server, kept)
})

export const folderRoutes: RouteMap = {
  ...family('folder', folder),
  'POST /folder/handOver': {
    ...act(folder, handOver, (context, { input }) =>
      context.write(async (_tx, inside) => {
        const { id } = await oneRecord(inside, folder, namedId(input['id'], folder.title))
        await change(inside, folder, id, { ownerId: input['newOwner'] })
        return { id }
      }),
    ),
    demand: signedIn,
  },
}
