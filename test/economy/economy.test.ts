/** The claim of docs/adding-a-resource.md: a declaration, its route lines and a menu line are all that a plain resource takes. */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { integer, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { group, module, page } from '#platform/declare/page.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { defined } from '#platform/server/base/defined.ts'
import { add, exportOf, importOf, list, remove, templateOf, update } from '#platform/server/verbs/verbs.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../setup/demo-house.ts'

const unit = resource('probe_unit', {
  type: 'probeUnit',
  title: ['计量单位', 'Unit of measure'],
  access: { scope: everybody },
  fields: {
    code: text('单位代码', 'Code', { max: 10, filter: 'equals', sort: true, editDisabled: true }),
    name: text('单位名称', 'Name', { max: 30, filter: 'contains', sort: true }),
    decimals: integer('小数位', 'Decimals', { min: 0, max: 4, default: 0 }),
  },
  list: { sort: { field: 'code', way: 'ASC' } },
  storage: { kind: 'reference', organisation: false, key: ['code'] },
})
const { add: adding, view, edit, remove: removing, import: importing, export: exporting } = operations
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [unit],
  routes: {
    'POST /probeUnit/list': list(unit),
    'POST /probeUnit/insert': add(unit),
    'POST /probeUnit/update': update(unit),
    'POST /probeUnit/delete': remove(unit),
    'POST /probeUnit/listExport': exportOf(unit),
    'POST /probeUnit/importData': importOf(unit),
    'GET /probeUnit/template': templateOf(unit),
  },
  modules: [
    module('probe', ['试验', 'Probe'], 'database', [
      group(
        'general',
        ['通用', 'General'],
        [
          page({
            path: '/probe/unit',
            name: 'probeUnit',
            title: ['计量单位', 'Units'],
            component: 'list/probeUnit',
            permission: 'probeUnit',
            operations: [adding, view, edit, removing, importing, exporting],
          }),
        ],
      ),
    ]),
  ],
}

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([area])
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const units = async (by: object = {}): Promise<unknown[]> =>
  (await admin.post('/probeUnit/list', by)).data.list.map((r: { code: string; name: string; decimals: number; version: number }) => [
    r.code,
    r.name,
    r.decimals,
    r.version,
  ])

test('a record is added, listed, edited and deleted, and each step is audited', async () => {
  const kilogram = (await admin.post('/probeUnit/insert', { code: 'KG', name: '千克', decimals: 3 })).data.id
  await admin.post('/probeUnit/insert', { code: 'PCS', name: '件' })
  expect(await units()).toEqual([
    ['KG', '千克', 3, 1],
    ['PCS', '件', 0, 1],
  ])
  expect(await units({ name: '克' })).toEqual([['KG', '千克', 3, 1]])
  expect((await admin.post('/probeUnit/update', { id: kilogram, version: 1, name: '公斤' })).data).toMatchObject({
    id: kilogram,
    version: 2,
  })
  expect((await admin.post('/probeUnit/update', { id: kilogram, version: 1, name: '斤' })).code).toBe(1009)
  expect(await units({ code: 'KG' })).toEqual([['KG', '公斤', 3, 2]])
  expect((await admin.post('/probeUnit/delete', { id: kilogram })).data).toEqual({ deleted: 1, batchId: expect.any(String) })
  expect(await units()).toEqual([['PCS', '件', 0, 1]])
  const trail = await h.db
    .selectFrom('audit_entry')
    .select(['verb'])
    .where('subject', '=', 'probe_unit')
    .where('org_id', '=', defined(h.demo.organisationIds[0], 'an organisation'))
    .orderBy('id')
    .execute()
  expect(trail.map(entry => entry.verb)).toEqual(['add', 'add', 'update', 'remove'])
})

test.each<[string, object, { field: string; message: string }[]]>([
  ['an empty field', { code: 'M' }, [{ field: 'name', message: '单位名称不能为空' }]],
  [
    'every field that is wrong',
    { code: 'A long code', name: '米', decimals: 9 },
    [
      { field: 'code', message: '单位代码最多 10 个字' },
      { field: 'decimals', message: '小数位不能大于 4' },
    ],
  ],
  ['a key that is there', { code: 'PCS', name: '个' }, [{ field: 'code', message: '单位代码已存在，请换一个' }]],
])('refused: %s', async (_name, input, errors) => {
  const answer = await admin.post('/probeUnit/insert', input)
  expect([answer.code, answer.data]).toEqual([1002, { errors }])
})

test('the list describes itself, and only what the caller may do', async () => {
  const { data } = await admin.post('/listField/getByType', { type: 'probeUnit' })
  expect(data.showList.map((f: { title: string }) => f.title)).toEqual(['单位代码', '单位名称', '小数位'])
  expect(data.filterList.map((f: { field: string; filterKind: string }) => [f.field, f.filterKind])).toEqual([
    ['code', 'equals'],
    ['name', 'contains'],
  ])
  expect(data.form.map((f: { field: string; type: string; required: boolean }) => [f.field, f.type, f.required])).toEqual([
    ['code', 'text', true],
    ['name', 'text', true],
    ['decimals', 'number', false],
  ])
  expect(Object.keys(data.calls).toSorted()).toEqual(['add', 'export', 'import', 'list', 'remove', 'undo', 'update'])
  const boss = await signedInAs(h, 'boss')
  expect(Object.keys((await boss.post('/listField/getByType', { type: 'probeUnit' })).data.calls).toSorted()).toEqual(['export', 'list'])
})

test('who has no grant sees nothing of it', async () => {
  const employee = await signedInAs(h, 'employee')
  expect([
    (await employee.post('/probeUnit/list')).code,
    (await employee.post('/listField/getByType', { type: 'probeUnit' })).code,
  ]).toEqual([1003, 1003])
  expect(JSON.stringify((await employee.get('/system/userprofile')).data)).not.toContain('probeUnit')
  expect(JSON.stringify((await admin.get('/system/userprofile')).data)).toContain('list/probeUnit')
})

test('the export holds the rows with their titles', async () => {
  const answer = await h.app.inject({
    method: 'POST',
    url: '/api-2024/probeUnit/listExport',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { headers: ['代码', '名称'], fields: ['code', 'name'], query: {} },
  })
  const [sheet, notes] = (await readXlsx(answer.rawPayload)).sheets
  expect(sheet?.rows).toEqual([
    ['代码', '名称'],
    ['PCS', '件'],
  ])
  expect(notes?.rows.map(row => row[0])).toContain('导出人')
})

test('the import template asks for the fields of the form', async () => {
  const answer = await h.app.inject({ url: '/api-2024/probeUnit/template', headers: { authorization: `Bearer ${admin.token}` } })
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets
  const titles = sheet?.rows.flat().map(String).join(' ') ?? ''
  for (const title of ['单位代码', '单位名称', '小数位']) expect(titles).toContain(title)
})

test('the document of all calls describes it', async () => {
  const answer = await h.app.inject({ url: '/api-2024/openapi.json', headers: { authorization: `Bearer ${admin.token}` } })
  const { paths, components } = answer.json<{
    paths: Record<string, unknown>
    components: { schemas: Record<string, { title: string }> }
  }>()
  expect(Object.keys(paths).filter(path => path.includes('/probeUnit/'))).toHaveLength(8)
  expect(components.schemas['ProbeUnit']?.title).toBe('计量单位')
})
