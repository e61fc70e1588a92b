/** For tests: crates in depots and on shelves, with the kinds of fields whose rightness shows in more than one value. */
import { inChinese } from '#platform/declare/sentence.ts'
import { choices, date, files, image, links, reference, richText, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody, ownOrganisation } from '#platform/declare/scope.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { FieldError } from '../../platform/server/contract/route.ts'
import type { Refusal } from '#platform/server/calls/refusal.ts'
import { listBooks, type ListBooks } from './list-books.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { addRecord } from '#platform/server/verbs/record.ts'

const marks = { wet: [1, '液体', 'Liquid'], live: [2, '带电', 'Battery'], brittle: [5, '易碎', 'Fragile'] } as const
export const nation = resource('nation', {
  type: 'nation',
  title: ['国家', 'Nation'],
  access: { scope: everybody },
  fields: { code: text('代码', 'Code', { max: 2 }) },
  record: { label: 'code' },
  storage: { organisation: false, key: ['code'] },
}) as unknown as Resource
export const depot = resource('depot', {
  type: 'depot',
  title: ['仓库', 'Depot'],
  access: { scope: ownOrganisation },
  fields: { name: text('名称', 'Name'), nationId: reference('国家', 'Nation', 'nation', { optional: true }) },
  record: { option: { group: 'name' } },
  storage: { key: ['name'] },
}) as unknown as Resource
export const shelf = resource('shelf', {
  type: 'shelf',
  title: ['货架', 'Shelf'],
  access: { scope: ownOrganisation },
  fields: { name: text('名称', 'Name'), aboveId: reference('上级', 'Above', 'shelf', { optional: true }) },
  record: { tree: 'aboveId' },
  storage: { key: ['name'] },
}) as unknown as Resource
export const crate = resource('crate', {
  type: 'crate',
  title: ['货箱', 'Crate'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name'),
    marks: choices('标记', 'Marks', marks, { optional: true, filter: 'select' }),
    startOn: date('开始日期', 'From', { optional: true, rangeTo: 'endOn', rangeTitle: ['存放期', 'Kept'] }),
    endOn: date('结束日期', 'To', { optional: true }),
    nationId: reference('国家', 'Nation', 'nation', { optional: true }),
    depotId: reference('仓库', 'Depot', 'depot', { optional: true, narrowedBy: { nationId: 'nationId' } }),
    shelfId: reference('货架', 'Shelf', 'shelf', { optional: true, filter: 'select' }),
    depotIds: links('可存仓库', 'Depots', 'depot', { optional: true, filter: 'select', max: 3 }),
    shelfIds: links('备用货架', 'Shelves', 'shelf', { optional: true, filter: 'select' }),
    papers: files('单据', 'Papers', { optional: true, max: 3 }),
    face: image('照片', 'Face', { optional: true }),
    story: richText('说明', 'Story', { optional: true }),
  },
  list: { sort: { field: 'name', way: 'ASC' } },
  storage: { key: ['name'] },
}) as unknown as Resource
const all = [nation, depot, shelf, crate]
export const crateResources: ReadonlyMap<string, Resource> = new Map(all.map(r => [r.table, r]))

export interface CrateBooks {
  readonly books: ListBooks
  /** a person of the first organisation */
  readonly me: Context
  /** a crate, or a record of another list, called 甲 unless said otherwise */
  add(values: object, r?: Resource): Promise<{ id: string }>
  /** names of the crates that a query finds */
  names(query: ListQuery): Promise<unknown[]>
  /** takes away what a test has added */
  empty(): Promise<void>
}

export async function crateBooks(): Promise<CrateBooks> {
  const b = await listBooks(all)
  const me = b.as('1')
  await b.run("insert into nation (id, code) values (1, 'DE'), (2, 'US')")
  await b.run(
    "insert into depot (id, org_id, name, nation_id) values (1, 1, '柏林', 1), (2, 1, '纽约', 2), (3, 1, '海上', null), (4, 2, '外人', 1)",
  )
  await b.run(`insert into stored_file (id, org_id, account_id, storage_key, name, size, sha256, upload_type, content_type, deleted_at)
    values
    (1, 1, 1, 'k1', '箱单.pdf', 10, 'a', 'ATTACHMENT', 'application/pdf', null),
    (2, 1, 1, 'k2', '正面.png', 20, 'b', 'IMAGE', 'image/png', null),
    (3, 1, 2, 'k3', '同事的.pdf', 10, 'c', 'ATTACHMENT', 'application/pdf', null),
    (4, 2, 1, 'k4', '另一组织.pdf', 10, 'd', 'ATTACHMENT', 'application/pdf', null),
    (5, 1, 1, 'k5', '删了.pdf', 10, 'e', 'ATTACHMENT', 'application/pdf', now()),
    (6, 1, 1, 'k6', '结算.csv', 10, 'f', 'IMPORT', 'text/csv', null)`)
  return {
    books: b,
    me,
    add: (values, r = crate) => addRecord(me, r, { name: '甲', ...values }),
    names: async query => (await listOf(me, crate, query)).list.map(row => row['name']),
    empty: async () => {
      await b.run('delete from crate; delete from shelf')
    },
  }
}

/** What a refused piece of work says, field by field; nothing where it went through. */
export const faults = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (e: unknown) => e as Refusal,
  )
  const data = error?.data as { errors?: FieldError[] } | null | undefined
  return (data?.errors ?? []).map(e => `${e.field}: ${inChinese(e.message)}`)
}
