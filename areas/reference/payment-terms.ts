/** 付款条件: when which part of a purchase is to be paid. The parts come to 100 %. */
import { choice, decimal, integer, text } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

const percent = (zh: string, en: string) => decimal(zh, en, 2, { default: '0', min: 0, max: 100, width: 100 })
const days = (zh: string, en: string) => integer(zh, en, { default: 0, min: 0, max: 365, width: 100 })

export const paymentTerms = resource('payment_terms', {
  type: 'paymentTerms',
  title: ['付款条件', 'Terms of payment'],
  access: { permission: 'supplier', scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 60, filter: 'contains', sort: true, width: 200 }),
    onOrder: percent('下单付（%）', 'On order, %'),
    beforeDelivery: percent('发货前付（%）', 'Before delivery, %'),
    onReceipt: percent('到货后付（%）', 'After receipt, %'),
    receiptDays: days('到货后天数', 'Days after receipt'),
    onStatement: percent('对账后付（%）', 'After statement, %'),
    statementDays: days('对账后天数', 'Days after statement'),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select', width: 80 }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['定金、发货前、到货后、对账后各付多少，合计 100%', 'How much is paid on order, before delivery, after receipt and statement'],
  },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['name'] },
})
