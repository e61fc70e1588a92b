/** What a person has opened from the search over everything. */
import { dateTime, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount } from '#platform/declare/scope.ts'

export const foundRecent = resource('found_recent', {
  title: ['最近查找', 'Recently found'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    /** of the list */
    type: text('列表类型', 'Type', { max: 100 }),
    /** of a record; empty: an action */
    recordId: text('记录', 'Record', { max: 200, default: '' }),
    /** of an action; empty: a record */
    name: text('操作', 'Action', { max: 100, default: '' }),
    at: dateTime('时间', 'At'),
  },
  storage: { key: ['accountId', 'type', 'recordId', 'name'] },
})

export const searchTables = { foundRecent }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof searchTables> {}
}
