/** 工单: everybody's orders, and what the managers of their types set up. */
import { group, listPage, module, type Listed, type Module, type Page } from '#platform/declare/page.ts'
import { workCatalog, workCatalogEmployee, workCatalogField } from './catalog-tables.ts'
import type { Title } from '#platform/declare/title.ts'
import { workOrder } from './tables.ts'

const setting = (of: Listed, title: Title): Page => listPage(of, `/work-order/${of.type ?? ''}`, { title })

export const workOrderModules: readonly Module[] = [
  module('workOrder', ['工单', 'Work orders'], 'solution', [
    group(
      'workOrders',
      ['我的工单', 'My work orders'],
      [listPage(workOrder, '/work-order/list', { name: 'workOrderList', title: ['工单', 'Work orders'], everybody: true })],
      'tool',
    ),
    group(
      'workOrderSetting',
      ['工单设置', 'Set up'],
      [
        setting(workCatalog, ['工单类型', 'Types']),
        setting(workCatalogEmployee, ['处理人', 'Handlers']),
        setting(workCatalogField, ['类型字段', 'Fields of types']),
      ],
      'appstore',
    ),
  ]),
]
