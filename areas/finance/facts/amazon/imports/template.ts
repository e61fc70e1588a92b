/** Empty files in the layout of Amazon's reports, for whoever fills one by hand. */
import { Readable } from 'node:stream'
import type { Blob } from '#platform/server/area.ts'
import { settlementV2, transactionReport } from '../files/index.ts'

export function templateBlob(kind: 'settlement' | 'transaction'): Blob {
  const isSettlement = kind === 'settlement'
  const { template } = isSettlement ? settlementV2 : transactionReport
  const text = isSettlement ? `${template.join('\t')}\r\n` : `\uFEFF${template.map(title => `"${title}"`).join(',')}\r\n`
  return {
    blob: Readable.from([Buffer.from(text)]),
    fileName: isSettlement ? '结算报告模板.txt' : '交易明细模板.csv',
    contentType: isSettlement ? 'text/tab-separated-values; charset=utf-8' : 'text/csv; charset=utf-8',
  }
}
