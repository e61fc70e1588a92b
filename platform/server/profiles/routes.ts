/** Calls of schemes, column sets and layouts. */
import {
  Array as List,
  Boolean as Flag,
  Integer,
  Literal,
  Null,
  Number as Figure,
  Object as O,
  Optional,
  String as Text,
  Union,
} from 'typebox'
import { listViews } from '#platform/declare/shown-as.ts'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { rowOf } from '../lists/read-rows.ts'
import type { Context } from '../contract/context.ts'
import type { ListLayout, Scheme } from '#platform/declare/wire.ts'
import { saveLayout } from './layout.ts'
import { removeScheme, saveScheme, schemesOf, setDefault, shareScheme, undoScheme } from './profiles.ts'
import { Id } from '../calls/wire-types.ts'
import { ownReportInput } from '../reports/ask/pivot-input.ts'

const name = Text({ maxLength: 100 })
const id = Id()
const width = Optional(Union([Figure(), Null()]))
const listType = Text({ title: '列表类型', minLength: 1, maxLength: 100 })
/** Fields and operators are held against the declaration; here only their shape. */
const condition = O({
  field: name,
  entityField: Optional(Union([name, Null()])),
  condition: Text({ title: '条件', maxLength: 20 }),
  value: Optional(Text({ title: '值', maxLength: 500_000 })),
  condList: Optional(List(Text({ maxLength: 10_000 }), { maxItems: 5_000 })),
})
const content = {
  name: Optional(Text({ title: '方案名称', maxLength: 50 })),
  columnList: Optional(List(O({ field: name, width }), { title: '列', maxItems: 500 })),
  conditionList: Optional(List(condition, { title: '条件', maxItems: 200 })),
  orderByList: Optional(List(O({ field: name, orderBy: Union([Literal('ASC'), Literal('DESC')]) }), { title: '排序', maxItems: 200 })),
  view: Optional(
    Union(
      listViews.map(view => Literal(view)),
      { title: '视图' },
    ),
  ),
  report: Optional(
    O(
      {
        ...ownReportInput,
        period: Union([
          O({ from: Text({ maxLength: 10 }), to: Text({ maxLength: 10 }) }),
          O({ months: Integer({ minimum: 1 }) }),
          O({ days: Integer({ minimum: 1 }) }),
        ]),
      },
      { title: '自助报表' },
    ),
  ),
  version: Optional(Integer()),
  isDefault: Optional(Union([Literal(0), Literal(1)])),
}
const saved = O({ type: listType, profileId: Optional(Union([id, Null()])), kind: Optional(Union([Literal(1), Literal(2)])), ...content })
const shared = O({
  profileId: id,
  employeeIds: Optional(List(id, { title: '员工', maxItems: 500 })),
  deptIds: Optional(List(id, { title: '部门', maxItems: 200 })),
})
const columnSet = O({ type: listType, name: content.name, columnList: content.columnList })
const layout = O({
  type: listType,
  columns: List(O({ field: name, isShow: Flag(), width: Union([Figure(), Null()]), frozen: Flag() }), { title: '列', maxItems: 500 }),
  density: Union([Literal('compact'), Literal('comfortable')]),
})

type Said = Parameters<typeof saveScheme>[1]
const save = (context: Context, input: unknown, kind: Scheme['kind']): ReturnType<typeof saveScheme> =>
  saveScheme(context, input as Said, kind)
const own = { demand: signedIn } as const

export const profileRoutes: RouteMap = {
  'POST /listField/saveLayout': call({ ...own, summary: '保存列设置', input: layout }, (context, { input }) =>
    saveLayout(context, input['type'] as string, { columns: input['columns'], density: input['density'] } as ListLayout),
  ),
  'GET /ListProfile/profileList': call({ demand: signedIn, summary: '筛选方案', input: O({ type: listType }) }, (context, { input }) =>
    schemesOf(context, input['type'] as string, [1, 2]),
  ),
  'POST /ListProfile/saveListProfile': call({ ...own, summary: '保存筛选方案', input: saved }, (context, { input }) =>
    save(context, { ...input, profileId: input['profileId'] ?? undefined }, input['kind'] === 2 ? 2 : 1),
  ),
  'POST /ListProfile/deleteListProfile': call({ ...own, summary: '删除筛选方案', input: O({ profileId: id }) }, (context, { input }) =>
    removeScheme(context, input['profileId']),
  ),
  'POST /ListProfile/udpate': call(
    { ...own, summary: '设为默认方案', input: O({ id, listType, isDefault: content.isDefault }) },
    (context, { input }) => setDefault(context, input),
  ),
  'POST /ListProfile/setDefault': call(
    {
      demand: needs('listProfile', operations.edit),
      summary: '设为角色或组织的默认方案',
      right: ['设为角色或组织的默认方案', 'Set the default scheme of a role or the organisation'],
      input: O({ id, listType, roleId: Optional(id), isDefault: content.isDefault }),
    },
    async (context, { input }) => {
      const roleId = input['roleId'] as string | undefined
      if (roleId !== undefined && !(await roleThere(context, roleId))) throw refuse.unknown(['角色', 'Role'])
      return setDefault(context, input, roleId === undefined ? 'o' : `r${roleId}`)
    },
  ),
  'POST /ListProfile/undo': call({ ...own, summary: '撤销上次保存', input: O({ profileId: id }) }, (context, { input }) =>
    undoScheme(context, input['profileId']),
  ),
  'POST /ListProfile/share': call({ ...own, summary: '共享筛选方案', input: shared }, (context, { input }) => shareScheme(context, input)),
  'POST /dyColumns/list': call({ demand: signedIn, summary: '列方案', input: O({ type: listType }), write: false }, (context, { input }) =>
    schemesOf(context, input['type'] as string, [3]),
  ),
  'POST /dyColumns/insert': call({ ...own, summary: '新增列方案', input: columnSet }, (context, { input }) => save(context, input, 3)),
  'POST /dyColumns/update': call(
    { ...own, summary: '修改列方案', input: O({ type: listType, id, ...content }) },
    (context, { input: { id: profileId, ...rest } }) => save(context, { ...rest, profileId }, 3),
  ),
  'POST /dyColumns/delete': call({ ...own, summary: '删除列方案', input: O({ id }) }, (context, { input }) =>
    removeScheme(context, input['id']),
  ),
  'POST /dyColumns/share': call(
    { ...own, summary: '共享列方案', input: O({ id, employeeIds: shared.properties.employeeIds, deptIds: shared.properties.deptIds }) },
    (context, { input: { id: profileId, ...rest } }) => shareScheme(context, { ...rest, profileId } as Parameters<typeof shareScheme>[1]),
  ),
}

async function roleThere(context: Context, roleId: string): Promise<boolean> {
  const roles = context.house.registry.types.get('role')
  return roles !== undefined && (await rowOf(context, anyTable(context.db), roles, roleId)) !== null
}
