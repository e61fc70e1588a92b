/** An empty sheet of our own columns, to be filled in: its head alone, as a CSV file that Excel opens with its Chinese heads. */
import { Readable } from 'node:stream'
import type { ShopSheet } from '#platform/declare/shop-sheet.ts'
import type { Blob } from '../contract/route.ts'

export const csvTemplate = (title: string, heads: readonly string[]): Blob => ({
  blob: Readable.from([Buffer.from(`\uFEFF${heads.join(',')}\r\n`)]),
  fileName: `${title}模板.csv`,
  contentType: 'text/csv; charset=utf-8',
})

/** Of the heads that each column is known by, the one that people read: the first in Chinese, else the first. */
export const headsOfSheet = (sheet: ShopSheet): string[] =>
  Object.values(sheet.columns).map(([names]) => {
    const all = typeof names === 'string' ? [names] : names
    return all.find(name => /[一-鿿]/.test(name)) ?? all[0] ?? ''
  })
