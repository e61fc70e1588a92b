/** Words that people choose from and may add to: education, nation, garment size. */
import { choice, integer, reference, text } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const dictionary = resource('dictionary', {
  type: 'dictionary',
  title: ['字典', 'Dictionary'],
  access: { scope: ownOrganisation },
  fields: {
    code: integer('字典编号', 'Code', {
      min: 1,
      max: 99_999,
      sort: true,
      editDisabled: true,
      help: ['页面按编号取选项，启用后不再改变', 'Pages ask for a dictionary by this number'],
    }),
    name: text('字典名称', 'Chinese name', { max: 50, filter: 'contains', sort: true }),
    nameEn: text('英文名称', 'English name', { max: 80, default: '' }),
    remark: text('说明', 'Remark', { max: 200, optional: true, width: 260 }),
  },
  list: {
    sort: { field: 'code', way: 'ASC' },
    empty: ['学历、民族、尺码这类由公司自己维护的选项', 'Choices that the company keeps itself'],
  },
  record: { label: 'name', labelEn: 'nameEn' },
  storage: { key: ['code'] },
})

export const dictionaryItem = resource('dictionary_item', {
  type: 'dictionaryItem',
  title: ['字典项', 'Dictionary item'],
  access: { scope: ownOrganisation, permission: 'dictionary' },
  fields: {
    dictionaryId: reference('字典', 'Dictionary', 'dictionary', { filter: 'select', sort: true, editDisabled: true }),
    dictionaryCode: integer('字典编号', 'Dictionary code', {
      atCreation: 'dictionaryId.code',
      optional: true,
      show: false,
      identifier: true,
    }),
    value: text('值', 'Value', { max: 40, editDisabled: true, help: ['存入资料的值，保存后不能修改', 'What records store'] }),
    label: text('显示名称', 'Chinese label', { max: 50, filter: 'contains' }),
    labelEn: text('英文名称', 'English label', { max: 80, optional: true }),
    sort: integer('排序', 'Order', { default: 0, min: 0, max: 9999, sort: true }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: { sort: { field: 'sort', way: 'ASC' }, empty: ['字典里的选项，停用后不再可选，已用的资料不变', 'The choices of a dictionary'] },
  record: { label: 'label', labelEn: 'labelEn' },
  storage: { key: ['dictionaryId', 'value'], index: [['orgId', 'sort']] },
})

export const dictionaryTables = { dictionary, dictionaryItem }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof dictionaryTables> {}
}
