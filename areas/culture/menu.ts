/** 企业文化: pages of this area. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module } from '#platform/declare/page.ts'
import { publishOperation } from '#platform/declare/publishable.ts'

const { add, view, edit, remove } = operations
const written: readonly number[] = [add, view, edit, remove, operations.export, publishOperation]

export const cultureModules: readonly Module[] = [
  module('culture', ['企业文化', 'Culture'], 'read', [
    group(
      'company',
      ['公司动态', 'Company'],
      [
        page({
          path: '/culture/chronicle-list',
          name: 'chronicleList',
          title: ['大事记', 'Chronicle'],
          component: 'culture/chronicle-list',
          permission: 'chronicle',
          everybody: true,
          operations: [],
        }),
      ],
      'bank',
    ),
    group(
      'cultureSetting',
      ['内容管理', 'Content'],
      [
        page({
          path: '/culture/chronicleSetting',
          name: 'chronicleSetting',
          title: ['大事记管理', 'Manage the chronicle'],
          component: 'list/chronicle',
          permission: 'chronicle',
          operations: written,
        }),
      ],
      'setting',
    ),
  ]),
]
