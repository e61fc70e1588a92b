/** Documents: who writes them; versions by their bytes, an upload over a newer one refused, one in force on a day. */
import type { Resource } from '#platform/declare/resource.ts'
import { files, choice, text } from '#platform/declare/fields.ts'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { change, create, namedId, oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { documentRights, documentVersion, levels, officeDocument, standings, versionStates } from './document-tables.ts'
import { handOver } from './folder-tables.ts'
import { holdingsOf } from './folders.ts'
import { isAmong } from './rights.ts'
import { lockWriting } from './one-writer.ts'
import { nextNo, periodsOf } from './versions.ts'

const serverOf = (caller: Context, tx: Tx): Promise<Context> => inServersName(caller, tx, 'versions of documents')
const idIn = (row: Readonly<Record<string, unknown>> | null, name: string): string | null =>
  row === null || row[name] === null || row[name] === undefined ? null : asText(row[name])
const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(one => asText(typeof one === 'object' && one !== null && 'id' in one ? one.id : one)) : []

/** Who writes in these folders, or owns the document that stays where it is. */
async function refuseReaders(
  caller: Context,
  server: Context,
  asked: readonly { folderId: string; ownerId: string | null }[],
): Promise<void> {
  const { audience, employeeId } = caller.caller
  const holdings = await holdingsOf(
    server,
    asked.map(one => one.folderId),
  )
  for (const { folderId, ownerId } of asked) {
    const held = holdings.get(folderId)
    if (held === undefined || isAmong(held.writers, audience) || (ownerId !== null && ownerId === employeeId)) continue
    throw refuse.rule(sentence`您在目录“${held.name}”里没有写入的权限`)
  }
}

const mayHaveClosed = ({ caller }: Context): boolean => may(caller, 'document', documentRights.original.operation)

export const followDocuments = followerOf(officeDocument, async (caller, tx, changes) => {
  const secret = levels.secret[0]
  if (changes.some(({ before, after }) => before?.level === secret && after !== null && after.level !== secret) && !mayHaveClosed(caller))
    throw refuse.rule(sentence`您没有下载机密原件的权限，不能降低机密文档的密级`)
  if (changes.some(({ before, after }) => after === null && idIn(before, 'currentNo') !== null))
    throw refuse.rule(sentence`生效过的文档不能删除，请移到归档目录`)
  const server = await serverOf(caller, tx)
  await refuseReaders(
    caller,
    server,
    changes.flatMap(({ before, after }) => {
      const [from, to] = [idIn(before, 'folderId'), idIn(after, 'folderId')]
      const isMoved = from !== to
      return [
        ...(from === null ? [] : [{ folderId: from, ownerId: idIn(before, 'ownerId') }]),
        ...(to === null || !isMoved ? [] : [{ folderId: to, ownerId: null }]),
      ]
    }),
  )
  const again = changes.filter(
    ({ before, after }) => before !== null && after !== null && (before.level !== after.level || before.ownerId !== after.ownerId),
  )
  for (const { id, after } of again) await keepClosed(server, id, after?.level === secret, idIn(after, 'ownerId'))
})

/** The files of a secret document stand in the column that few see. */
async function keepClosed(server: Context, documentId: string, isClosed: boolean, ownerId: string | null): Promise<void> {
  const rows = await server.db
    .selectFrom('document_version')
    .select(['id', 'file', 'closed_file'])
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()
  await setDerived(
    server,
    documentVersion as Resource,
    rows.map(({ id, file, closed_file: closed }) => {
      const of = (file ?? []).length > 0 ? file : closed
      return { id: asText(id), ownerId, file: isClosed ? null : of, closedFile: isClosed ? of : null }
    }),
  )
}

const versionsIn = ({ db }: Context, documentId: string) =>
  db
    .selectFrom('document_version')
    .select(['id', 'no', 'seq', 'state', 'effective_on', 'sha256', 'by_id'])
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()
/** Versions of a document are written one after the other. */
export const lockDocuments = ({ db }: Context, ids: readonly string[]) =>
  db.selectFrom('office_document').select(['id', 'version']).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()

/** Which version is in force when, of these documents; `today` of the organisation. */
export async function keepInForce(server: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await lockDocuments(server, ids)
  const today = todayOf(server)
  for (const id of ids) {
    const versions = await versionsIn(server, id)
    const dated = versions.flatMap(one =>
      one.state === versionStates.fixed[0] && one.effective_on !== null ? [{ id: asText(one.id), from: asText(one.effective_on) }] : [],
    )
    const periods = periodsOf(dated)
    const now = periods.find(one => one.from <= today && (one.until === null || one.until >= today))
    const standing = (versionId: string): number => {
      const period = periods.find(one => one.id === versionId)
      if (period === undefined) return standings.draft[0]
      if (period.from > today) return standings.later[0]
      return period.id === now?.id ? standings.now[0] : standings.past[0]
    }
    await setDerived(
      server,
      documentVersion as Resource,
      versions.map(one => ({
        id: asText(one.id),
        standing: standing(asText(one.id)),
        until: periods.find(period => period.id === asText(one.id))?.until ?? null,
      })),
    )
    await setDerived(server, officeDocument as Resource, [
      {
        id,
        currentNo: versions.find(one => asText(one.id) === now?.id)?.no ?? null,
        currentFrom: now?.from ?? null,
        latestNo: versions.at(-1)?.no ?? null,
      },
    ])
  }
}

/** A version that is put in force does so from today on, on a day of its own. */
export const followVersions = followerOf(documentVersion, async (caller, tx, changes) => {
  const server = await serverOf(caller, tx)
  const today = todayOf(caller)
  const documents = [...new Set(changes.map(({ before, after }) => asText((after ?? before)?.['documentId'])))].toSorted((a, b) =>
    BigInt(a) < BigInt(b) ? -1 : 1,
  )
  await lockDocuments(server, documents)
  const owners = await server.db
    .selectFrom('office_document')
    .select(['id', 'folder_id', 'owner_id'])
    .where('id', 'in', documents)
    .execute()
  // who keeps the library dates versions where he does not write
  const isKeeper = may(caller.caller, 'document', documentRights.keep.operation)
  const written = new Set(
    changes
      .filter(({ before, after }) => !isKeeper || before === null || after === null || before.state === after.state)
      .map(({ before, after }) => asText((after ?? before)?.['documentId'])),
  )
  await refuseReaders(
    caller,
    server,
    owners.filter(one => written.has(asText(one.id))).map(one => ({ folderId: asText(one.folder_id), ownerId: asText(one.owner_id) })),
  )
  for (const { before, after } of changes) {
    const day = idIn(after, 'effectiveOn')
    if (after === null || day === null || after.state === before?.state) continue
    if (day < today) throw refuse.invalid([{ field: 'effectiveOn', message: sentence`生效日期不能早于今天` }])
  }
  await keepInForce(server, documents)
})

/** what a document may hold: what was uploaded to be attached */
const held = ['ATTACHMENT', 'IMAGE']

interface Upload {
  readonly fileId: string
  readonly note: unknown
  readonly isMajor: boolean
  /** the version of the document that was seen */
  readonly seen: unknown
  /** the bytes of an earlier version come back */
  readonly restores?: true
}

/** A further version: it names what it began from, its bytes are new to the document. */
export async function uploadVersion(
  inside: Context,
  tx: Tx,
  documentId: string,
  { fileId, note, isMajor, seen, restores }: Upload,
): Promise<{ id: string }> {
  const { employeeId, name } = inside.caller
  if (employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能上传版本`)
  await lockWriting(inside, tx)
  const row = await oneRecord(inside, officeDocument, documentId)
  const server = await serverOf(inside, tx)
  const [locked] = await lockDocuments(server, [documentId])
  const versions = await versionsIn(server, documentId)
  const last = versions.at(-1)
  if (typeof seen !== 'number') throw refuse.invalid([{ field: 'version', message: sentence`请刷新后再上传（缺少版本号）` }])
  if (locked?.version !== seen) {
    const by =
      last?.by_id == null
        ? undefined
        : await server.db.selectFrom('employee').select('name').where('id', '=', last.by_id).executeTakeFirst()
    throw refuse.conflict(sentence`文档已有更新：最新版本 ${last?.no ?? ''} 由 ${by?.name ?? name} 上传，请刷新核对后再上传`)
  }
  const file = await server.db
    .selectFrom('stored_file')
    .select(['sha256', 'name'])
    .where('id', '=', fileId)
    .where('deleted_at', 'is', null)
    // naming a file of somebody else is no way to it
    .$if(restores === undefined, query => query.where('account_id', '=', inside.caller.accountId).where('upload_type', 'in', held))
    .executeTakeFirst()
  if (file === undefined) throw refuse.invalid([{ field: 'file', message: sentence`请上传文件` }])
  const same = versions.find(one => one.sha256 === file.sha256)
  if (same !== undefined && (restores === undefined || same.id === last?.id))
    throw refuse.invalid([{ field: 'file', message: sentence`内容和版本 ${same.no} 完全相同，不用再上传` }])
  const elsewhere = await inside.db
    .selectFrom('document_version as v')
    .innerJoin('office_document as d', 'd.id', 'v.document_id')
    .select(['d.no', 'v.no as version_no'])
    .where('v.sha256', '=', file.sha256)
    .where('v.document_id', '<>', documentId)
    .orderBy('v.id')
    .limit(1)
    .executeTakeFirst()
  const isClosed = row['level'] === levels.secret[0]
  const no = nextNo(last?.no ?? null, isMajor)
  const { id } = await create(inside, documentVersion, {
    documentId,
    no,
    seq: (last?.seq ?? 0) + 1,
    file: isClosed ? null : [fileId],
    closedFile: isClosed ? [fileId] : null,
    fileName: file.name,
    note,
    sha256: file.sha256,
    sameAs: elsewhere === undefined ? null : `${elsewhere.no ?? ''} ${elsewhere.version_no}`,
    ownerId: row['ownerId'],
    byId: employeeId,
  })
  // who looks at the document now has seen less than there is
  await change(inside, officeDocument, documentId, { latestNo: no })
  return { id }
}

const noteField = text('修改说明', 'What changed', { max: 200 })
const size = choice('改动', 'Change', { minor: [1, '小修', 'Minor'], major: [2, '大改', 'Major'] }, { default: 1, as: 'radio' })

export const newVersion = {
  ...act(
    officeDocument,
    {
      name: 'newVersion',
      title: ['上传新版本', 'Upload a version'],
      over: 'row',
      operation: operations.edit,
      input: { file: files('文件', 'File', { max: 1 }), note: noteField, size },
    },
    (context, { input }) =>
      context.write((tx, inside) => {
        const [fileId] = idsIn(input['file'])
        if (fileId === undefined) throw refuse.invalid([{ field: 'file', message: sentence`请上传文件` }])
        return uploadVersion(inside, tx, namedId(input['id'], officeDocument.title), {
          fileId,
          note: input['note'],
          isMajor: asText(input['size'] ?? '') === '2',
          seen: input['version'],
        })
      }),
  ),
  demand: signedIn,
}

/** An earlier version comes back as the newest. */
export const restore = {
  ...act(
    documentVersion,
    {
      name: 'restore',
      title: ['恢复为新版本', 'Restore as a new version'],
      over: 'row',
      operation: operations.edit,
      input: { note: noteField },
    },
    (context, { input }) =>
      context.write(async (tx, inside) => {
        const row = await oneRecord(inside, documentVersion, namedId(input['id'], documentVersion.title))
        const [fileId] = [...idsIn(row['file']), ...idsIn(row['closedFile'])]
        if (fileId === undefined || (idsIn(row['closedFile']).length > 0 && !mayHaveClosed(inside)))
          throw refuse.rule(sentence`您没有下载机密原件的权限，不能恢复它`)
        const of = await oneRecord(inside, officeDocument, asText(row['documentId']))
        return uploadVersion(inside, tx, of.id, { fileId, note: input['note'], isMajor: false, seen: of.version, restores: true })
      }),
  ),
  demand: signedIn,
}

export const documentHandOver = {
  ...act(officeDocument, handOver, (context, { input }) =>
    context.write(async (_tx, inside) => {
      const { id } = await oneRecord(inside, officeDocument, namedId(input['id'], officeDocument.title))
      await change(inside, officeDocument, id, { ownerId: input['newOwner'] })
      return { id }
    }),
  ),
  demand: signedIn,
}
