/**
 * Product groups: sets of products that statistics are read by, across categories and brands. A group has tags; a product stands in any
 * number of groups, in each once and with one of its tags at most.
 */
import { sql } from 'kysely'
import { longText, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Context } from '#platform/server/area.ts'

export const productGroup = resource('product_group', {
  type: 'productGroup',
  title: ['商品组', 'Product group'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('商品组名称', 'Group', { max: 60, filter: 'contains', sort: true, synonyms: ['组名', '商品组'] }),
    remark: longText('说明', 'Remark', { max: 200, optional: true, width: 260 }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['把要一起看的商品放进一个组，例如主推款、季节款，统计可以按组查看', 'Put products that are looked at together into a group'],
  },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['name'] },
})

export const productTag = resource('product_tag', {
  type: 'productTag',
  title: ['商品组标签', 'Tag of a product group'],
  access: { scope: ownOrganisation, permission: 'productGroup' },
  fields: {
    groupId: reference('商品组', 'Group', 'product_group', { filter: 'select', editDisabled: true, width: 160 }),
    tag: text('标签', 'Tag', { max: 40, filter: 'contains', sort: true, width: 160 }),
  },
  list: {
    sort: { field: 'tag', way: 'ASC' },
    empty: ['给商品组设标签，组内的商品各选一个', 'Tags of a group, of which each of its products has one'],
  },
  record: { label: 'tag', option: { group: 'groupId' } },
  storage: { kind: 'reference', key: ['groupId', 'tag'] },
})

export const productGroupMember = resource('product_group_member', {
  type: 'productGroupMember',
  title: ['商品组成员', 'Products of groups'],
  access: { scope: ownOrganisation, permission: 'productGroup' },
  fields: {
    groupId: reference('商品组', 'Group', 'product_group', { filter: 'select', editDisabled: true, width: 160 }),
    productId: reference('商品', 'Product', 'product', { filter: 'select', editDisabled: true, width: 220 }),
    tagId: reference('标签', 'Tag', 'product_tag', { optional: true, filter: 'select', narrowedBy: { groupId: 'groupId' }, width: 140 }),
  },
  list: {
    sort: { field: 'id', way: 'DESC' },
    empty: ['一个商品可以在多个组里，在每个组里计一次', 'A product may stand in several groups and counts once in each'],
  },
  record: { label: 'productId' },
  storage: { kind: 'reference', key: ['groupId', 'productId'], index: [['productId'], ['tagId']] },
})

/** Every group with its tags, in the words of the specification. */
export async function groupOptions({ db }: Context) {
  const rows = await db
    .selectFrom('product_group as g')
    .leftJoin('product_tag as t', 't.group_id', 'g.id')
    .select([
      sql<string>`g.id::text`.as('group_id'),
      sql<string>`g.name`.as('group_name'),
      sql<string | null>`t.id::text`.as('tag_id'),
      sql<string | null>`t.tag`.as('tag'),
    ])
    .orderBy(sql`g.name`)
    .orderBy(sql`t.tag`)
    .execute()
  return [...Map.groupBy(rows, row => row.group_id)].map(([group_id, own]) => ({
    group_id,
    group_name: own[0]?.group_name ?? '',
    tags: own.flatMap(({ tag_id, tag }) => (tag_id === null ? [] : [{ tag_id, tag }])),
  }))
}

export const productGroupTables = { productGroup, productTag, productGroupMember }

const named = { productGroup, productTag }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
