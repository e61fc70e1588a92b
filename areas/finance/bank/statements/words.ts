/** What lines of statements say: in or out, states, what layouts fill, and how heads of files call the texts. Pure. */
import type { CodeWords } from '#platform/declare/code-words.ts'
import type { TaughtText } from '#platform/declare/taught-layout.ts'

export const directions = { in: [1, '收入', 'In'], out: [2, '支出', 'Out'], neutral: [3, '不计收支', 'Neither'] } as const

/** What wallets and banks call the state of a line. */
export const lineStates: CodeWords = {
  Completed: ['已完成', 'Completed'],
  COMPLETED: ['已完成', 'Completed'],
  Pending: ['处理中', 'Pending'],
  Cancelled: ['已取消', 'Cancelled'],
  Denied: ['已拒绝', 'Denied'],
}

/** With whom money moved and what for. */
export const partyTexts = ['counterparty', 'purpose', 'summary', 'serialNo', 'counterpartyAccount', 'counterpartyBank'] as const

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

/** What a layout fills of a line. */
export const lineFills: readonly string[] = [
  'postedOn',
  'postedTime',
  'income',
  'outgo',
  'amount',
  'direction',
  'currency',
  'balance',
  'status',
  ...partyTexts,
]
