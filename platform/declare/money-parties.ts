/** Texts of lines of money (money-lines.ts): with whom money moved and what for, and how heads of files call these columns. Pure. */
import { text, type Fields } from './fields.ts'
import type { TaughtText } from './taught-layout.ts'

export const partyFields = {
  counterparty: text('对方户名', 'Counterparty', { max: 200, default: '', filter: 'contains', width: 160 }),
  purpose: text('用途', 'Purpose', { max: 500, default: '', filter: 'contains', width: 200 }),
  summary: text('摘要', 'Summary', { max: 500, default: '', filter: 'contains', width: 140 }),
  serialNo: text('流水号', 'Serial number', { max: 100, default: '', filter: 'equals', width: 160 }),
  counterpartyAccount: text('对方账号', 'Their account', { max: 100, default: '', filter: 'contains', width: 170 }),
  counterpartyBank: text('对方开户行', 'Their bank', { max: 200, default: '', show: false }),
} satisfies Fields

/** The same as layouts fill them, by name. */
export const partyTexts: readonly string[] = Object.keys(partyFields)

/** Those that a taught layout asks for. */
export const partyHeads: Readonly<Record<string, TaughtText>> = {
  counterparty: {
    field: 'counterpartyHead',
    title: ['对方户名列', 'Counterparty'],
    heads: '对方.*(名|户$)|对手|收.?付.?款人|counterparty|payee|^name$',
  },
  counterpartyAccount: {
    field: 'counterpartyAccountHead',
    title: ['对方账号列', 'Their account'],
    heads: '对方.*(账|帐|卡)号|iban|their account',
  },
  summary: { field: 'summaryHead', title: ['摘要列', 'Summary'], heads: '摘要|交易类型|交易名称|业务类型|description|details|^type$' },
  purpose: { field: 'purposeHead', title: ['用途列', 'Purpose'], heads: '用途|附言|备注|说明|memo|remark|purpose|reference$|narrative' },
  serialNo: { field: 'serialHead', title: ['流水号列', 'Serial number'], heads: '流水号|交易号|凭证号|回单|transaction id|reference n' },
}
