/** Types of work orders: who handles them, how fast, and what each asks for besides. */
import { choice, integer, reference, text, type Fields } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { itemFields } from '#platform/declare/items-of.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

/** code of the specification */
export const designChange = 1

/** Codes of the specification; hours that a type begins with: [response, solution] of working time. */
export const priorities = {
  low: [1, '低', 'Low'],
  middle: [2, '中', 'Medium'],
  high: [3, '高', 'High', 'warn'],
  urgent: [4, '紧急', 'Urgent', 'bad'],
} as const
const hours = { low: [16, 80], middle: [8, 40], high: [4, 16], urgent: [1, 8] } as const

/** `responseHigh`, `solutionHigh`: hours of working time for orders of this priority. */
export const hoursField = (kind: 'response' | 'solution', priority: keyof typeof priorities): string =>
  `${kind}${priority.charAt(0).toUpperCase()}${priority.slice(1)}`
const hoursFields: Fields = Object.fromEntries(
  (['response', 'solution'] as const).flatMap((kind, at) =>
    (Object.keys(priorities) as (keyof typeof priorities)[]).map(priority => {
      const [, zh, en] = priorities[priority]
      const title = kind === 'response' ? ['响应时限', 'Response'] : ['解决时限', 'Solution']
      return [
        hoursField(kind, priority),
        integer(`${title[0]}（${zh}，小时）`, `${title[1]} (${en.toLowerCase()}, hours)`, {
          min: 1,
          max: 2_000,
          default: hours[priority][at] as number,
          show: false,
        }),
      ]
    }),
  ),
)

export const workCatalog = resource('work_catalog', {
  type: 'workCatalog',
  title: ['工单类型', 'Work-order type'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('类型名称', 'Name', { max: 30, filter: 'contains', sort: true }),
    type: choice('类别', 'Kind', { designChange: [designChange, '设计变更', 'Design change'] }, { optional: true, filter: 'select' }),
    parentId: reference('上级类型', 'Parent type', 'work_catalog', { optional: true }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true }),
    ...(hoursFields as Record<string, ReturnType<typeof integer>>),
    sort: integer('排序', 'Order', { default: 0, min: 0, max: 9_999, sort: true }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: {
    sort: { field: 'sort', way: 'ASC' },
    empty: ['工单按类型分给处理人，例如：设备报修、系统需求、设计变更', 'Work orders reach their handlers by type'],
  },
  record: { tree: 'parentId' },
  storage: { key: ['name'], index: [['orgId', 'sort', 'id']] },
})

/** Who handles orders of a type: each sees them and may accept one. */
export const workCatalogEmployee = resource('work_catalog_employee', {
  type: 'workCatalogEmployee',
  title: ['工单处理人', 'Handler of work orders'],
  access: { scope: ownOrganisation, permission: 'workCatalog' },
  fields: {
    catalogId: reference('工单类型', 'Type', 'work_catalog', { filter: 'select', editDisabled: true, goes: 'ownerId' }),
    employeeId: reference('处理人', 'Handler', 'employee', { filter: 'select', editDisabled: true }),
  },
  record: { label: 'employeeId' },
  storage: { key: ['catalogId', 'employeeId'], index: [['employeeId'], ['orgId', '-id']] },
})

/** What orders of a type ask for beside what all of them have. */
export const workCatalogField = resource('work_catalog_field', {
  type: 'workCatalogField',
  title: ['工单类型字段', 'Field of a type'],
  access: { scope: ownOrganisation, permission: 'workCatalog' },
  fields: {
    catalogId: reference('工单类型', 'Type', 'work_catalog', { filter: 'select', editDisabled: true }),
    ...itemFields,
  },
  list: { sort: { field: 'sort', way: 'ASC' } },
  record: { label: 'title' },
  storage: { key: ['catalogId', 'name'], index: [['orgId', 'sort', 'id']] },
})

export const catalogTables = { workCatalog, workCatalogEmployee, workCatalogField }
