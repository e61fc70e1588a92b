/** 工单: everybody's orders, and what the managers of their types set up. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'

const { add, view, edit, remove, export: exporting } = operations
const kept = [add, view, edit, remove, exporting]

const setting = (type: string, title: Title, offered: readonly number[] = kept): Page =>
  page({ path: `/work-order/${type}`, name: type, title, component: `list/${type}`, permission: 'workCatalog', operations: offered })

export const workOrderModules: readonly Module[] = [
  module('workOrder', ['工单', 'Work orders'], 'solution', [
    group(
      'workOrders',
      ['我的工单', 'My work orders'],
      [
        page({
          path: '/work-order/list',
          name: 'workOrderList',
          title: ['工单', 'Work orders'],
          component: 'list/workOrder',
          permission: 'workOrder',
          everybody: true,
          operations: [add, view, edit, remove, exporting],
        }),
      ],
      'tool',
    ),
    group(
      'workOrderSetting',
      ['工单设置', 'Set up'],
      [
        setting('workCatalog', ['工单类型', 'Types']),
        setting('workCatalogEmployee', ['处理人', 'Handlers']),
        setting('workCatalogField', ['类型字段', 'Fields of types']),
      ],
      'appstore',
    ),
  ]),
]
