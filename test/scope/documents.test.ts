/**
 * Every document of the product, generated over the resources that are lines: who does not see the header sees and writes no line, and
 * whoever writes one (a form, a batch, an import's writer, another area) raises the header's version and is one entry of its trail.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { defined } from '#platform/server/base/defined.ts'
import { lineNo } from '#platform/declare/document.ts'
import type { Field } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { objectGrantCodes } from '#platform/declare/scope.ts'
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { ImportDetails, Row } from '#platform/declare/wire.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import { changeEach } from '#platform/server/batches/change-each.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { writeLines } from '#platform/server/documents/write-lines.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'
import { change, create } from '#platform/server/records/change.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { openScopeHouse, type ScopeHouse } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const isPlain = ([, { to, choices, kind, options }]: readonly [string, Field]): boolean =>
  to === undefined && choices === undefined && kind !== 'date' && options.default === undefined && !options.computed
/** Lines that the program alone writes are none that people change. */
const isTyped = (lines: Resource): boolean =>
  Object.entries(lines.fields).some(([name, field]) => name !== lineNo && isPlain([name, field]))
/** Each line is of an open line of another document: platform/server/verbs/drawing.test.ts. */
const isDrawn = (lines: Resource): boolean => (lines.linesOf?.draws ?? []).some(({ by }) => lines.fields[by]?.options.optional !== true)
const documents = [...registry.lines].flatMap(([table, lines]) =>
  isTyped(lines) && !isDrawn(lines) ? [[table, defined(registry.resources.get(table), table), lines] as const] : [],
)

let h: ScopeHouse
let at: readonly [Context, Context]
beforeAll(async () => {
  h = await openScopeHouse()
  // who writes documents of a warehouse was granted it
  await h.rows(
    `insert into data_grant (org_id, employee_id, kind, object_id)
      select m.org_id, m.employee_id, $1, w.id from account a join account_organisation m on m.account_id = a.id
        join warehouse w on w.org_id = m.org_id
      where a.username = 'keen' and m.employee_id is not null on conflict do nothing`,
    [objectGrantCodes.warehouses],
  )
  at = [await h.as('keen'), await h.as('stranger')]
})
afterAll(() => h.close())

test('there are documents', () => expect(documents.length).toBeGreaterThan(1))

/** A value that the field takes; `no` tells lines apart. */
function valueFor(field: Field, no: number): unknown {
  if (field.choices !== undefined) {
    const first = Object.values(field.choices)[0]?.[0]
    return field.kind === 'choices' ? [first] : first
  }
  if (field.kind === 'date' || field.kind === 'month') return '2026-01-01'
  if (field.kind === 'flag') return false
  if (field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'money') {
    const { max } = field.options
    const within = typeof max === 'number' && no > max ? no % (max + 1) : no
    return field.kind === 'integer' ? within : String(within)
  }
  return `L${no}`
}

/** The key of a record that a field may refer to: one of the first organisation that is there, or is made. */
async function keyIn(field: Field): Promise<string> {
  // who writes is whom a record names: its states may let nobody else
  if (field.to === 'employee') return defined(at[0].caller.employeeId, 'the employee who writes')
  const target = defined(registry.resources.get(field.to ?? ''), field.to ?? '')
  const org = target.standard === 'organisation' ? `where org_id = ${h.demo.organisationIds[0]}` : ''
  const key = columnOf(field.by ?? 'id')
  const read = () => h.rows<{ key: string }>(`select ${key}::text as key from ${target.table} ${org} order by 1 limit 1`)
  if ((await read()).length === 0) await made(target)
  return defined((await read())[0], target.table).key
}

/** What a reference is narrowed by agrees: the label of a line is of its product. */
async function agree(asked: readonly (readonly [string, Field])[], keys: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, { to, options }] of asked)
    for (const [own, there] of Object.entries(options.narrowedBy ?? {}))
      if (to !== undefined && keys.has(name) && keys.has(own) && registry.resources.get(to)?.fields[there] !== undefined)
        await h.rows(`update ${to} set ${columnOf(there)} = $1 where id = $2`, [keys.get(own), keys.get(name)])
}

/** tells records apart whose names are unique */
let madeSoFar = 0
/** A record of the first organisation, with what it needs and no more. */
async function made(r: Resource): Promise<string> {
  madeSoFar += 1
  const row: Record<string, unknown> = { org_id: h.demo.organisationIds[0] }
  for (const [name, field] of Object.entries(r.fields)) {
    if (field.options.optional || field.options.default !== undefined) continue
    row[columnOf(name)] =
      field.to === undefined ? valueFor(field, madeSoFar) : field.kind === 'links' ? [await keyIn(field)] : await keyIn(field)
  }
  // a place of goods is seen with its warehouse
  if (r.table === 'goods_location') row['warehouse_id'] = await keyIn(defined(r.fields['warehouseId'], 'the warehouse of a place'))
  // a plan for goods that come in would make receipts wait
  if (r.table === 'inspection_plan') row['stage'] = 3
  return h.put(r.table, row)
}

describe.each(documents)('%s', (table, header, lines) => {
  const by = defined(lines.linesOf, table).field
  const asked = Object.entries(lines.fields).filter(
    ([name, { options }]) => name !== by && name !== lineNo && !options.computed && !options.optional,
  )
  const isUnique = ([name]: readonly [string, Field]): boolean => lines.unique?.flat().includes(name) === true
  /** a field that any two lines may hold one value of */
  const [changed, changedField] = defined(
    [...asked, ...Object.entries(lines.fields).filter(([name]) => name !== by && name !== lineNo)].find(
      one => isPlain(one) && !isUnique(one),
    ),
    `a field of ${lines.table} to change`,
  )
  const needed = asked.find(isPlain)?.[0]
  /** what no line may hold: nothing where a field is needed, else what is neither a number nor a short text */
  const [faulty, fault] = needed === undefined ? [changed, 'x'.repeat(300)] : [needed, '']
  let documentId: string
  let otherId: string
  let values: () => Record<string, unknown>
  let last = 10
  const rowsOf = (id: string): Promise<Row[]> =>
    h.rows<Row>(`select id::text, version from ${lines.table} where ${columnOf(by)} = $1 order by line_no`, [id])
  const version = async (id: string): Promise<number> =>
    Number((await h.rows<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]?.version)
  const entries = async (id: string): Promise<{ before: Row; after: Row; verb: string }[]> =>
    h.rows(`select before, after, verb from audit_entry where subject = $1 and record_id = $2 order by at, id`, [table, id])
  const ofLines = async (): Promise<number> =>
    Number((await h.rows<{ n: string }>(`select count(*)::text as n from audit_entry where subject = $1`, [lines.table]))[0]?.n)

  /** What the work wrote: the version rose once, one entry tells of these lines, and none stands under the lines. */
  async function oneEntry(id: string, work: () => Promise<unknown>): Promise<Record<string, unknown>> {
    const before = [await version(id), (await entries(id)).length, await ofLines()] as const
    await work()
    expect([await version(id), (await entries(id)).length, await ofLines()]).toEqual([before[0] + 1, before[1] + 1, before[2]])
    const last = defined((await entries(id)).at(-1), 'an entry')
    return { ...(last.before['lines'] as object), ...(last.after['lines'] as object) }
  }
  const save = (context: Context, id: string, given: object): Promise<unknown> =>
    context.write(async (tx, inside) => {
      const log = await writeLines(inside, tx, lines, id, given)
      await change(inside, header, id, {}, { lines: log })
    })

  beforeAll(async () => {
    const references = new Map<string, string>()
    for (const [name, field] of asked) if (field.to !== undefined) references.set(name, await keyIn(field))
    await agree(asked, references)
    values = () => {
      // no two lines alike: records with a validity would hold for the same
      last += 1
      return Object.fromEntries(asked.map(([name, field]) => [name, references.get(name) ?? valueFor(field, last)]))
    }
    documentId = await made(header)
    otherId = await made(header)
  })

  test('lines that are added, changed and removed at once are one entry; the document rises by one', async () => {
    const id = documentId
    const added = [
      { id: 'n1', ...values() },
      { id: 'n2', ...values() },
      { id: 'n3', ...values() },
    ]
    const told = await oneEntry(id, () => save(at[0], id, { added }))
    expect(Object.keys(told)).toHaveLength(3)
    const [, second, third] = (await rowsOf(id)).slice(-3)
    const next = {
      changed: [{ id: second?.id, version: second?.version, [changed]: valueFor(changedField, 9) }],
      removed: [{ id: third?.id }],
    }
    expect(new Set(Object.keys(await oneEntry(id, () => save(at[0], id, next))))).toEqual(new Set([second?.id, third?.id]))
  })

  test('so is a line that another area makes, a batch over lines, and their deletion', async () => {
    const id = documentId
    await oneEntry(id, async () => create(at[0], lines, { [by]: id, ...values() }))
    await save(at[0], id, { added: [values(), values()] })
    const ids = (await rowsOf(id)).slice(-3).map(row => row.id)
    const batch = () => changeEach(at[0], lines, ids, { [changed]: valueFor(changedField, 8) }, { verb: 'batchUpdate' })
    expect(Object.keys(await oneEntry(id, batch))).toHaveLength(3)
    expect(Object.keys(await oneEntry(id, () => removeRecords(at[0], lines, ids)))).toHaveLength(3)
  })

  test('faults name their cells', async () => {
    const wrong = { added: [{ id: 'n1', ...values(), [faulty]: fault }] }
    await expect(save(at[0], documentId, wrong)).rejects.toMatchObject({
      code: 1002,
      data: { errors: [{ field: `lines[n1].${faulty}` }] },
    })
    const unknown = { changed: [{ id: '999999999', version: 1 }] }
    await expect(save(at[0], documentId, unknown)).rejects.toMatchObject({ data: { errors: [{ field: 'lines[999999999]' }] } })
    await expect(save(at[0], documentId, { added: 'x' })).rejects.toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'lines.added' }] },
    })
    const max = (lines.linesOf?.max ?? 0) + 1
    const many = Array.from({ length: max }, () => ({}))
    await expect(save(at[0], documentId, { added: many })).rejects.toMatchObject({ data: { errors: [{ field: 'lines' }] } })
  })

  test('two write different lines at once: both are kept; the same line: the later is told', async () => {
    const id = documentId
    await save(at[0], id, { added: [values(), values()] })
    const [first, second] = (await rowsOf(id)).slice(-2)
    const set = (line: Row | undefined, no: number) => ({
      changed: [{ id: line?.id, version: line?.version, [changed]: valueFor(changedField, no) }],
    })
    await Promise.all([save(at[0], id, set(first, 6)), save(at[0], id, set(second, 7))])
    const now = (await rowsOf(id)).slice(-2)
    expect(now.map(row => row.version)).toEqual([Number(first?.version) + 1, Number(second?.version) + 1])
    await expect(save(at[0], id, set(first, 5))).rejects.toMatchObject({ code: 1009, data: { lines: [{ id: first?.id }] } })
  })

  const rightful = Object.entries(lines.fields).filter(([, { options }]) => options.see !== undefined)
  test.runIf(rightful.length > 0)('columns with a right of their own: whoever lacks it is not told them and writes none', async () => {
    const id = documentId
    const { permissions, ...caller } = at[0].caller
    const left = new Set(permissions.get(permissionOf(lines)))
    for (const [, { options }] of rightful) left.delete(options.see?.operation ?? 0)
    const fewer = { ...caller, systemAdmin: false, permissions: new Map([...permissions, [permissionOf(lines), left]]) }
    const lacking = h.house.asUser(fewer, 'zh', 'test-lacking')
    await save(at[0], id, { added: [values()] })
    const line = defined((await rowsOf(id)).at(-1), 'a line')
    const stale = { changed: [{ id: line.id, version: Number(line.version) + 1, [changed]: valueFor(changedField, 4) }] }
    const told = async (context: Context): Promise<string[]> => {
      const answer: unknown = await save(context, id, stale).catch((error: unknown) => error)
      expect(answer).toMatchObject({ code: 1009, data: { lines: [{ id: line.id }] } })
      return Object.keys((answer as { data: { lines: Row[] } }).data.lines[0] ?? {})
    }
    const names = rightful.map(([name]) => name)
    const open = () => Object.fromEntries(Object.entries(values()).filter(([name]) => !names.includes(name)))
    expect(await told(at[0])).toEqual(expect.arrayContaining(names))
    expect((await told(lacking)).filter(name => names.includes(name))).toEqual([])
    for (const [name, field] of rightful.filter(([, { options }]) => !options.computed)) {
      const given = { [name]: valueFor(field, 2) }
      const message = `不能填写的字段 ${name}`
      const errors = (place: string) => ({ code: 1002, message, data: { errors: [{ field: `lines[${place}].${name}` }] } })
      await expect(save(lacking, id, { added: [{ id: 'n1', ...open(), ...given }] })).rejects.toMatchObject(errors('n1'))
      const write = { changed: [{ id: line.id, version: line.version, ...given }] }
      await expect(save(lacking, id, write)).rejects.toMatchObject(errors(line.id))
      await save(at[0], id, write)
    }
    await save(lacking, id, { added: [open()] })
  })

  test('whoever does not see the document sees none of its lines and writes none; a line of another document is refused', async () => {
    const id = documentId
    await save(at[0], id, { added: [values()] })
    const line = (await rowsOf(id)).at(-1)
    await expect(save(at[1], id, { added: [values()] })).rejects.toMatchObject({ code: 1004 })
    await expect(save(at[1], id, { removed: [{ id: line?.id }] })).rejects.toMatchObject({ code: 1004 })
    const seen = await (at[1].db as unknown as (typeof at)[0]['db'])
      .selectFrom(lines.table as never)
      .select('id' as never)
      .execute()
    expect(seen.map(row => (row as { id: string }).id)).not.toContain(line?.id)
    const foreign = { changed: [{ id: line?.id, version: line?.version, [changed]: valueFor(changedField, 3) }] }
    await expect(save(at[0], otherId, foreign)).rejects.toMatchObject({ data: { errors: [{ field: `lines[${line?.id}]` }] } })
    expect(ownValue(lines.fields, by)?.to).toBe(table)
  })
})

/** Documents that are imported and whose lines stand in their form: one workbook holds both. */
const imports = (table: string): boolean => registry.routes.some(route => route.verb === 'import' && route.resource?.table === table)
describe.each(documents.filter(([table, , lines]) => lines.linesOf?.editedSeparately !== true && imports(table)))(
  '%s in one workbook',
  (table, header, lines) => {
    const by = columnOf(defined(lines.linesOf, table).field)
    const key = defined(header.key?.[0], `the number of ${table}`)
    const keyTitle = defined(header.fields[key], key).title[0]
    /** people give it: a name that is not there yet is a new document */
    const isNamed = header.fields[key]?.options.computed !== true
    const callOf = (verb: string) =>
      defined(
        registry.routes.find(route => route.verb === verb && route.resource?.table === table),
        `${verb} of ${table}`,
      )
    const post = async (path: string, payload: object) =>
      h.app.inject({
        method: 'POST',
        url: `/api-2024${path}`,
        headers: { authorization: `Bearer ${await h.token('keen')}` },
        payload,
      })
    const workbook = async (ids: readonly string[], format: 'xlsx' | 'csv'): Promise<Buffer> =>
      (await post(callOf('export').path, { headers: [], fields: [], ids, lines: true, format })).rawPayload
    /** Cells of the documents with their lines, heads first, without what the file says of itself. */
    const exported = async (ids: readonly string[]): Promise<string[][]> => {
      const text = (await workbook(ids, 'csv')).toString('utf8').replace(/^\uFEFF/, '')
      const rows = text.split('\r\n').map(row => row.split(','))
      const head = rows.findIndex(row => row.includes(lines.fields[lineNo]?.title[0] ?? ''))
      return rows.slice(head, head + 1 + ids.length * linesOfEach)
    }
    const imported = async (content: Buffer, name: string): Promise<{ id: string; data: ImportDetails }> => {
      const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
      const answer = await h.app.inject({
        method: 'POST',
        url: `/api-2024${callOf('import').path}`,
        headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${await h.token('keen')}` },
        payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
      })
      const id = answer.json().data.importIds[0] as string
      await runResourceImport(h.house, id, header.type ?? '', new AbortController().signal)
      return { id, data: (await post('/fileImportHistory/details', { id })).json().data }
    }
    const importedCells = (cells: readonly (readonly string[])[]) =>
      imported(Buffer.from(cells.map(row => row.join(',')).join('\r\n')), 'a.csv')
    // what a plan derives of its contract is worked out for all its lines at once, for those that were put here without it too
    const derived = lines.table === 'contract_plan' ? Object.keys(lines.fields).filter(name => lines.fields[name]?.options.computed) : []
    const aside = ['version', 'updated_at', 'updated_by', ...derived.map(columnOf)]
    const stored = async () => ({
      headers: await h.rows(`select id, ${columnOf(key)} as no from ${table} order by id`),
      lines: await h.rows(`select to_jsonb(l) - '{${aside.join()}}'::text[] as line from ${lines.table} l order by id`),
    })
    /** versions of the documents and how much their trails tell, and what is told of lines beside them */
    const told = async () => ({
      documents: await h.rows<{ version: number; entries: number }>(
        `select version, (select count(*)::int from audit_entry e where e.subject = $1 and e.record_id = d.id::text) as entries
          from ${table} d where id = any($2::bigint[]) order by id`,
        [table, ids],
      ),
      ofLines: (await h.rows(`select 1 as n from audit_entry where subject = $1`, [lines.table])).length,
    })
    const own = Object.entries(lines.fields).filter(([name, { options }]) => name !== lineNo && columnOf(name) !== by && !options.computed)
    const free = own.filter(
      ([, { to, choices, kind, options }]) => to === undefined && choices === undefined && kind !== 'date' && !options.optional,
    )
    const [changed, changedField] = defined(
      free.find(([, { options }]) => options.default === undefined) ?? free[0],
      `a field of ${lines.table} to change`,
    )
    const linesOfEach = 3
    let ids: string[]

    beforeAll(async () => {
      const references = new Map<string, string>()
      for (const [name, field] of own) if (field.to !== undefined && !field.options.optional) references.set(name, await keyIn(field))
      await agree(own, references)
      let last = 500
      const values = () => {
        last += 1
        return Object.fromEntries(
          own.filter(([, { options }]) => !options.optional).map(([name, field]) => [name, references.get(name) ?? valueFor(field, last)]),
        )
      }
      const asked = Object.entries(header.fields).filter(([, { options }]) => !options.optional && !options.computed)
      ids = []
      for (let n = 0; n < 2; n += 1) {
        const given: Record<string, unknown> = {}
        for (const [name, field] of asked) given[name] = field.to === undefined ? valueFor(field, 1) : await keyIn(field)
        if (isNamed) given[key] = `W${n}`
        const { id } = await create(at[0], header, given)
        await at[0].write((tx, inside) => writeLines(inside, tx, lines, id, { added: [values(), values(), values()] }))
        ids.push(id)
      }
    })

    test('its template names header and lines; exported and imported back, nothing changes', async () => {
      const path = callOf('import').path.replace(/[^/]+$/, 'template')
      const template = await h.app.inject({ url: `/api-2024${path}`, headers: { authorization: `Bearer ${await h.token('keen')}` } })
      expect(template.statusCode).toBe(200)
      const before = await stored()
      const { data } = await imported(await workbook(ids, 'xlsx'), 'a.xlsx')
      expect(data).toMatchObject({ errors: [], lines: { read: 6, merged: 0, unchanged: 6, refused: 0 } })
      expect(await stored()).toEqual(before)
      // with what the file says of itself above the head
      const asText = await imported(await workbook(ids, 'csv'), 'a.csv')
      expect(asText.data).toMatchObject({ errors: [], lines: { read: 6, merged: 0, unchanged: 6, refused: 0 } })
      expect(await stored()).toEqual(before)
    })

    test('a changed cell, a new line and a new document are written, and taken back together', async () => {
      const [heads = [], first = [], ...rest] = await exported(ids)
      const before = await stored()
      const [cell, number, line] = [
        heads.indexOf(defined(changedField, changed).title[0]),
        heads.indexOf(keyTitle),
        heads.indexOf(lines.fields[lineNo]?.title[0] ?? ''),
      ]
      const other = (no: number) => String(valueFor(changedField, no))
      const set = (row: readonly string[], cells: Readonly<Record<number, string>>) => row.map((text, place) => cells[place] ?? text)
      const ofLines = (row: readonly string[]) => row.map((text, place) => (place < line ? '' : text))
      // lines with a validity may not meet those that are there: their days stand far away
      const far = Object.fromEntries(
        own.flatMap(([name]) => (name === lines.validity?.from ? [[heads.indexOf(lines.fields[name]?.title[0] ?? ''), '2031-01-01']] : [])),
      )
      const farther = Object.fromEntries(Object.keys(far).map(place => [place, '2032-01-01']))
      const file = [
        heads,
        set(first, { [cell]: other(77) }),
        ...rest,
        set(first, { [line]: '', [cell]: other(78), ...far }),
        set(first, { [number]: isNamed ? 'W9' : '', [line]: '', [cell]: other(79), ...farther }),
        set(ofLines(first), { [line]: '', [cell]: other(80), ...Object.fromEntries(Object.keys(far).map(place => [place, '2033-01-01'])) }),
      ]
      for (const place of Object.keys(far)) {
        const to = heads.indexOf(lines.fields[lines.validity?.to ?? '']?.title[0] ?? '')
        for (const row of file.slice(-3)) row[to] = `${String(row[Number(place)]).slice(0, 4)}-12-31`
        for (const row of file.slice(1, -3)) row[to] = '2030-12-31'
      }
      // lines of one zone and weight may not meet either
      const zone = lines.table === 'freight_tariff_line' ? heads.indexOf(lines.fields['zone']?.title[0] ?? '') : -1
      if (zone >= 0) for (const [no, row] of file.slice(-3).entries()) row[zone] = `Z${no}`
      const toldBefore = await told()
      const { id, data } = await importedCells(file)
      expect(data).toMatchObject({ errors: [], state: 'done' })
      const now = await stored()
      // the import is a writer as any other: each document that it changed rose by one, by one entry of its trail
      const toldNow = await told()
      expect(toldNow.ofLines).toBe(toldBefore.ofLines)
      const rose = toldNow.documents.map(({ version, entries }, at) => {
        const before = toldBefore.documents[at]
        return [version - Number(before?.version), entries - Number(before?.entries)]
      })
      expect(rose).toContainEqual([1, 1])
      expect(rose.filter(([version, entries]) => version !== entries || Number(version) > 1)).toEqual([])
      expect(now.headers.length).toBe(before.headers.length + 1)
      expect(now.lines.length).toBe(before.lines.length + 3)
      const undone = (await post('/fileImportHistory/delete', { id })).json()
      expect(undone).toMatchObject({ code: 0, data: { refused: [] } })
      expect(await stored()).toEqual(before)
    })

    test('faults are told by their rows', async () => {
      const [heads = [], first = [], ...rest] = await exported(ids)
      const number = heads.indexOf(keyTitle)
      const cell = heads.indexOf(defined(changedField, changed).title[0])
      // nothing, where a value is needed; else what no number is
      const fault = defined(changedField, changed).options.default === undefined ? '' : 'x'
      const broken = first.map((text, place) => (place === cell ? fault : text))
      const unknown = first.map((text, place) => (place === number ? (isNamed ? '' : 'NO-SUCH') : text))
      const { data } = await importedCells([heads, broken, ...rest, unknown])
      expect(data.errors.map(({ line, column }) => [line, column])).toEqual([
        [2, defined(changedField, changed).title[0]],
        [8, keyTitle],
      ])
    })
  },
)
