/** Kinds of contracts: which way money goes, what stamp duty is due, what is asked for besides. */
import { choice, decimal, files, reference, text } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { itemFields } from '#platform/declare/items-of.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const contractKind = resource('contract_kind', {
  type: 'contractKind',
  title: ['合同类型', 'Kind of contract'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('类型编号', 'Code', { max: 20, filter: 'equals', sort: true, editDisabled: true }),
    name: text('名称', 'Name', { max: 40, filter: 'contains', sort: true }),
    direction: choice(
      '收付方向',
      'Money',
      { pay: [1, '付款', 'To pay'], receive: [2, '收款', 'To receive'], none: [3, '无金额', 'None'] },
      { default: 1, filter: 'select' },
    ),
    stampTax: decimal('印花税率（‰）', 'Stamp duty, per mille', 4, {
      default: '0',
      min: 0,
      max: 10,
      help: ['按不含税金额计，例如买卖合同 0.3，租赁 1', 'Of the amount without tax: 0.3 of sales, 1 of leases'],
    }),
    legalId: reference('法务', 'Legal', 'employee', { optional: true, width: 100 }),
    templates: files('合同模板', 'Templates', { optional: true, max: 5 }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: {
    sort: { field: 'code', way: 'ASC' },
    empty: ['合同按类型分：收付方向、印花税率和要填的内容', 'Contracts by kind: which way money goes, stamp duty, what is asked for'],
  },
  record: { label: 'name' },
  storage: { key: ['code'], index: [['legalId']] },
})

export const contractKindField = resource('contract_kind_field', {
  type: 'contractKindField',
  title: ['合同类型字段', 'Field of a kind'],
  access: { scope: ownOrganisation, permission: 'contractKind' },
  fields: {
    kindId: reference('合同类型', 'Kind', 'contract_kind', { filter: 'select', editDisabled: true }),
    ...itemFields,
  },
  list: { sort: { field: 'sort', way: 'ASC' }, empty: ['这类合同要另外填写的内容', 'What contracts of this kind ask for besides'] },
  record: { label: 'title' },
  storage: {
    key: ['kindId', 'name'],
    index: [
      ['kindId', 'sort', 'id'],
      ['orgId', 'sort', 'id'],
    ],
  },
})
