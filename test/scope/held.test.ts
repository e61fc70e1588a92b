/**
 * Records in approval stay as they are, whoever writes: generated over every resource of the product whose records are approved, and every
 * way a record is written. Each way is tried on two records alike, one of them in approval: where the free one is changed, the other is
 * refused with the reason, and not a byte of it changes. Documents with lines: areas/workflow/documents.test.ts holds header and lines.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { defined } from '#platform/server/base/defined.ts'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { batchEdit } from '#platform/server/batches/batch-edit.ts'
import { changeEach, setEach } from '#platform/server/batches/change-each.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import { undoBatch } from '#platform/server/batches/undo.ts'
import { Refusal } from '#platform/server/calls/refusal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'
import { batchFields } from '#platform/server/lists/editable-fields.ts'
import { neededOfLine, numberOf, withLines } from '#platform/server/lists/with-lines.ts'
import { change } from '#platform/server/records/change.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { takeSteps, takeStepsEach } from '#platform/server/steps/take-steps.ts'
import { pasteCells } from '#platform/server/pasting/paste.ts'
import { updateRecord } from '#platform/server/verbs/record.ts'
import { openScopeHouse, type ScopeHouse } from './house.ts'
import { makeRow, rowOf } from './make-row.ts'

const registry = registryOf(withHouseAreas(areas))
const approved = [...registry.resources.values()].filter(r => r.approval !== undefined)
const reason = '正在审批'

let h: ScopeHouse
let at: Context
let org: string
beforeAll(async () => {
  h = await openScopeHouse()
  at = await h.as('admin')
  org = defined(h.demo.organisationIds[0], 'an organisation')
})
afterAll(() => h.close())

let counter = 0
/** A record of its own: what must be unique in it is. */
async function made(r: Resource): Promise<string> {
  counter += 1
  const given: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(r.fields)) {
    const value = ownValue(field, counter)
    if (value !== undefined && !field.options.optional && field.options.default === undefined) given[columnOf(name)] = value
  }
  return makeRow(h, registry, r, org, given)
}
function ownValue({ kind, to, choices }: Field, n: number): unknown {
  if (to !== undefined || choices !== undefined) return undefined
  if (kind === 'text' || kind === 'longText') return `H${n}`
  if (kind === 'month') return `${2040 + n}-01-01`
  return undefined
}

/** Its approval runs. */
async function holdIn(r: Resource, id: string): Promise<void> {
  const instance = defined(registry.resources.get('approval_instance'), 'approvals')
  await makeRow(h, registry, instance, org, {
    form_code: r.type ?? r.table,
    subject: r.table,
    record_id: id,
    state: 1,
    applicant_account: at.caller.accountId,
    setting_id: await rowOf(h, registry, defined(registry.resources.get('workflow_setting'), 'flows'), org),
    wanted: '{"do":"change","values":{}}',
    engine: '{"open":[]}',
    figures: '[]',
  })
}

const stored = async (r: Resource, id: string): Promise<unknown> =>
  (await h.rows(`select to_jsonb(t) as row from ${r.table} t where id = $1`, [id]))[0]

/** A field of plain words that people set, or failing that any of the record. */
function wordsOf(r: Resource): string | undefined {
  const isText = ([, { kind, options }]: readonly [string, Field]): boolean => (kind === 'text' || kind === 'longText') && !options.computed
  const inForms = batchFields(r).find(isText)?.[0]
  const unique = new Set([...(r.key ?? []), ...(r.unique?.flat() ?? [])])
  return inForms ?? Object.entries(r.fields).find(one => isText(one) && !unique.has(one[0]))?.[0]
}

interface Try {
  readonly r: Resource
  readonly id: string
  readonly field: string
  readonly value: string
}
type Way = (t: Try) => Promise<unknown>

/** null: it was written; else why not. */
async function outcome(way: Way, t: Try): Promise<string | null> {
  try {
    const answer = await way(t)
    const { refused } = (answer ?? {}) as { refused?: readonly { reason: string }[] }
    return refused?.[0]?.reason ?? null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const version = async ({ r, id }: Pick<Try, 'r' | 'id'>): Promise<number> =>
  Number((await h.rows<{ version: number }>(`select version from ${r.table} where id = $1`, [id]))[0]?.version)

const ways: Readonly<Record<string, Way>> = {
  form: async t => updateRecord(at, t.r, { id: t.id, version: await version(t), [t.field]: t.value }),
  'the server': t => change(at, t.r, t.id, { [t.field]: t.value }),
  'an action over chosen rows': t => changeEach(at, t.r, [t.id], { [t.field]: t.value }, { verb: 'test' }),
  'an action over as many as may be': t => setEach(at, t.r, [t.id], { [t.field]: t.value }, { verb: 'test' }),
  'batch edit': t => batchEdit(at, t.r, { ids: [{ id: t.id }], changes: { [t.field]: t.value } }),
  'cells pasted into the list': async t => {
    const cells = Object.entries(t.r.fields).find(([, { kind, options }]) => kind === 'text' && options.inline === true)?.[0] ?? t.field
    const row = { id: t.id, version: await version(t), cells: [t.value] }
    return pasteCells(at, { type: t.r.type ?? '', fields: [cells], rows: [row] })
  },
  deletion: t => removeRecords(at, t.r, [t.id]),
}

const tried = new Map<string, number>()
const routesOf = (r: Resource, verb: string) => h.house.registry.routes.find(one => one.verb === verb && one.resource?.table === r.table)

test('there are records that are approved', () => expect(approved.length).toBeGreaterThan(5))

test.each(approved.map(r => [r.table, r] as const))('%s: what is in approval stays as it is, whoever writes', async (_, r) => {
  const field = wordsOf(r)
  for (const [name, way] of Object.entries(ways)) {
    if (field === undefined && name !== 'deletion') continue
    const [free, held] = [await made(r), await made(r)]
    await holdIn(r, held)
    const before = await stored(r, held)
    const value = `改${(counter += 1)}`
    const isFree = await outcome(way, { r, id: free, field: field ?? '', value })
    const refusal = await outcome(way, { r, id: held, field: field ?? '', value: `${value}b` })
    expect([name, await stored(r, held)]).toEqual([name, before])
    expect([name, refusal]).not.toEqual([name, null])
    // what is refused for another reason (a state, a field that forms may not set) says that reason first
    if (isFree === null) expect([name, refusal]).toEqual([name, expect.stringContaining(reason)])
    if (isFree === null) tried.set(name, (tried.get(name) ?? 0) + 1)
  }
})

test.each(approved.filter(r => r.states !== undefined).map(r => [r.table, r] as const))('%s: no step is taken', async (_, r) => {
  for (const step of Object.keys(r.states?.steps ?? {})) {
    for (const many of [false, true]) {
      const [free, held] = [await made(r), await made(r)]
      await holdIn(r, held)
      const before = await stored(r, held)
      const take: Way = async ({ id }) => {
        const ask = { ids: [{ id }], pick: { step }, input: {} }
        return many ? takeStepsEach(at, r, ask) : takeSteps(at, r, ask)
      }
      const isFree = await outcome(take, { r, id: free, field: '', value: '' })
      const refusal = await outcome(take, { r, id: held, field: '', value: '' })
      expect([step, await stored(r, held)]).toEqual([step, before])
      expect([step, refusal]).not.toEqual([step, null])
      if (isFree === null) expect([step, refusal]).toEqual([step, expect.stringContaining(reason)])
      if (isFree === null) tried.set('step', (tried.get('step') ?? 0) + 1)
    }
  }
})

test.each(approved.map(r => [r.table, r] as const))('%s: what was done before is not taken back meanwhile', async (_, r) => {
  const field = wordsOf(r)
  if (field === undefined) return
  const id = await made(r)
  let batchId: string | null | undefined
  const edit: Way = async t => {
    const answer = await batchEdit(at, t.r, { ids: [{ id: t.id }], changes: { [t.field]: t.value } })
    batchId = (answer as { batchId?: string | null }).batchId
    return answer
  }
  if ((await outcome(edit, { r, id, field, value: '批量改' })) !== null || batchId == null) return
  const before = await stored(r, id)
  await holdIn(r, id)
  const undone = await outcome(() => undoBatch(at, r, batchId ?? ''), { r, id, field, value: '' })
  expect([r.table, undone]).toEqual([r.table, expect.stringContaining(reason)])
  expect(await stored(r, id)).toEqual(before)
  tried.set('undo', (tried.get('undo') ?? 0) + 1)
})

test.each(approved.map(r => [r.table, r] as const))('%s: an earlier version does not come back meanwhile', async (_, r) => {
  const field = wordsOf(r)
  const edit = ways['form']
  if (field === undefined || edit === undefined) return
  const authorization = `Bearer ${await h.token('admin')}`
  const entryOf = async (id: string): Promise<string> =>
    (await h.rows<{ id: string }>('select id from audit_entry where subject = $1 and record_id = $2 order by id desc', [r.table, id]))[0]
      ?.id ?? ''
  const restore = async (id: string, entryId: string): Promise<{ code: number; msg: string }> =>
    (
      await h.app.inject({
        method: 'POST',
        url: '/api-2024/auditTrail/restore',
        headers: { authorization },
        payload: { type: r.type, id, entryId, version: await version({ r, id }) },
      })
    ).json()
  const entries: string[] = []
  const [free, held] = [await made(r), await made(r)]
  for (const id of [free, held])
    for (const value of [`先${(counter += 1)}`, `后${counter}`]) {
      if ((await outcome(edit, { r, id, field, value })) !== null) return
      if (value.startsWith('先')) entries.push(await entryOf(id))
    }
  await holdIn(r, held)
  const before = await stored(r, held)
  expect(await restore(free, entries[0] ?? '')).toMatchObject({ code: 0 })
  const refused = await restore(held, entries[1] ?? '')
  expect([refused.code, refused.msg]).toEqual([1002, expect.stringContaining(reason)])
  expect(await stored(r, held)).toEqual(before)
  tried.set('restore', (tried.get('restore') ?? 0) + 1)
})

/** What the file of a document says of a line: its needed columns, each with a value. The documents get the numbers it names them by. */
async function cellsOfLines(r: Resource, ids: readonly string[]): Promise<(readonly [title: string, cell: string])[]> {
  const lines = [...registry.resources.values()].find(one => one.linesOf !== undefined && one.fields[one.linesOf.field]?.to === r.table)
  const joined = withLines(r, lines)
  if (joined === undefined) return []
  for (const id of ids) await h.rows(`update ${r.table} set ${columnOf(numberOf(r) ?? '')} = 'H${id}' where id = ${id}`)
  const needed = Object.entries(joined.fields).filter(([name]) => neededOfLine(joined, name))
  return Promise.all(
    needed.map(async ([, { to, title, kind }]) => {
      const target = to === undefined ? undefined : registry.resources.get(to)
      if (target === undefined) return [title[0], kind === 'date' ? '2026-01-02' : '1'] as const
      await rowOf(h, registry, target, h.demo.organisationIds[0] ?? '')
      const [row] = await h.rows<{ cell: string }>(
        `select ${columnOf(target.label ?? 'name')} as cell from ${target.table} order by id limit 1`,
      )
      return [title[0], defined(row, target.table).cell] as const
    }),
  )
}

test.each(approved.map(r => [r.table, r] as const))('%s: a file changes what is free, and names the line of what is not', async (_, r) => {
  const [toFile, fromFile, field] = [routesOf(r, 'export'), routesOf(r, 'import'), wordsOf(r)]
  if (toFile === undefined || fromFile === undefined || field === undefined) return
  const [free, held] = [await made(r), await made(r)]
  const ofLines = await cellsOfLines(r, [free, held])
  const authorization = `Bearer ${await h.token('admin')}`
  const out = await h.app.inject({
    method: 'POST',
    url: `/api-2024${toFile.path}`,
    headers: { authorization },
    payload: { headers: [], fields: [], ids: [free, held], format: 'csv' },
  })
  const cells = out.body
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .map(line => line.split(','))
  const title = defined(r.fields[field], field).title[0]
  const head = cells.findIndex(line => line.includes(title))
  const column = cells[head]?.indexOf(title) ?? -1
  expect([r.table, column >= 0]).toEqual([r.table, true])
  const file = cells
    .slice(head, head + 3)
    .map((line, i) => [
      ...line.map((cell, at_) => (i > 0 && at_ === column ? `导入改${i}` : cell)),
      ...ofLines.map(([title_, cell]) => (i === 0 ? title_ : cell)),
    ])
  await holdIn(r, held)
  const before = await stored(r, held)
  const disposition = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
  const body = `${disposition}${file.map(line => line.join(',')).join('\r\n')}\r\n--b--\r\n`
  const sent = await h.app.inject({
    method: 'POST',
    url: `/api-2024${fromFile.path}`,
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
    payload: body,
  })
  const id = defined((sent.json().data as { importIds: string[] }).importIds[0], 'an import')
  await runResourceImport(h.house, id, r.type ?? '', new AbortController().signal)
  const details = await h.app.inject({
    method: 'POST',
    url: '/api-2024/fileImportHistory/details',
    headers: { authorization },
    payload: { id },
  })
  const data = details.json().data as ImportDetails
  expect([r.table, JSON.stringify(data)]).toEqual([r.table, expect.stringContaining(reason)])
  expect(await stored(r, held)).toEqual(before)
  tried.set('import', (tried.get('import') ?? 0) + 1)
})

test('each way was tried where it writes', () => {
  for (const name of [...Object.keys(ways), 'step', 'undo', 'restore', 'import'])
    expect([name, (tried.get(name) ?? 0) > 0]).toEqual([name, true])
})
