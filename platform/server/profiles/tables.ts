/** Saved filter schemes, filter tabs and column sets, and how each person's columns stand. */
import { bigInteger, choice, json, text, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount, sharedWithMe } from '#platform/declare/scope.ts'
import type { ListLayout, SchemeContent } from '#platform/declare/wire.ts'

export const profileKinds = {
  scheme: [1, '筛选方案', 'Filter scheme'],
  tab: [2, '筛选标签', 'Filter tab'],
  columns: [3, '列方案', 'Column set'],
} as const

/** The former contents stand in the row itself, newest last: they go with it and no one else sees them. */
export const listProfile = resource('list_profile', {
  title: ['筛选方案', 'Filter scheme'],
  access: { scope: sharedWithMe },
  fields: {
    accountId: bigInteger('所有人', 'Owner'),
    type: text('列表类型', 'List type', { max: 100 }),
    kind: choice('种类', 'Kind', profileKinds, { default: 1 }),
    name: text('方案名称', 'Name', { max: 50 }),
    /** marks of everybody who sees it: see `sharedWithMe` */
    audience: texts('可见范围', 'Audience'),
    /** marks of those for whom it is the default */
    defaultOf: texts('默认范围', 'Default of'),
    content: json<SchemeContent>('内容', 'Content'),
    history: json<readonly SchemeContent[]>('历史内容', 'Former contents'),
  },
  storage: { index: [['orgId', 'type']] },
})

export const listLayout = resource('list_layout', {
  title: ['列设置', 'Column layout'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    type: text('列表类型', 'List type', { max: 100 }),
    layout: json<ListLayout>('列设置', 'Layout'),
  },
  storage: { key: ['accountId', 'type'] },
})

const tables = { listProfile, listLayout }
export const profileTables = Object.values(tables)
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
