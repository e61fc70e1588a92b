/** Stickers as a PDF, each a page of its size: a bar code (Code 128), its text and what stands below. */
import { Readable } from 'node:stream'
import { integer } from '#platform/declare/fields.ts'
import type { LabelSheet } from '#platform/declare/labels.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { code128Widths } from '#platform/format/code128.ts'
import { asText, escaped } from '#platform/format/text.ts'
import { refuse } from '../calls/refusal.ts'
import { act } from '../calls/verbs.ts'
import type { Context } from '../contract/context.ts'
import type { Blob, Route } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { fontStyles, printed } from './printer.ts'

/** stickers of one file */
const stickersMax = 1_000
const copiesMax = 200

export interface Sticker {
  readonly code: string
  readonly lines: readonly string[]
  readonly copies: number
}

/** Bars as one path; the quiet zone on both sides is ten modules. */
function bars(code: string): string {
  const widths = code128Widths(code)
  if (widths === null) throw refuse.rule(sentence`${code} 有条码不能用的字符，条码只能用英文字母、数字和符号`)
  let at = 10
  const path = widths.map((width, n) => {
    const from = at
    at += width
    return n % 2 === 0 ? `M${from} 0h${width}v1h-${width}z` : ''
  })
  return `<svg viewBox="0 0 ${at + 10} 1" preserveAspectRatio="none"><path d="${path.join('')}"/></svg>`
}

const style = ([width, height]: LabelSheet['size']): string =>
  `@page{margin:0}body{margin:0;font:7pt/1.25 "Noto Sans CJK SC","Noto Sans SC","Microsoft YaHei",sans-serif}
section{width:${width}mm;height:${height}mm;padding:1.5mm 2mm;box-sizing:border-box;overflow:hidden;text-align:center;break-after:page}
svg{display:block;width:100%;height:${Math.round(height * 0.45)}mm}b{font-size:9pt}
p{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}`

export async function stickersFile(
  context: Context,
  sheet: Pick<LabelSheet, 'name' | 'size'>,
  stickers: readonly Sticker[],
): Promise<Blob> {
  const count = stickers.reduce((all, { copies }) => all + copies, 0)
  if (count === 0 || count > stickersMax) throw refuse.rule(sentence`一次打印 1 到 ${stickersMax} 张标签，现有 ${count} 张`)
  const pages = stickers.flatMap(({ code, lines, copies }) => {
    const below = lines.map(line => `<p>${escaped(line)}</p>`).join('')
    const page = `<section>${bars(code)}<b>${escaped(code)}</b>${below}</section>`
    return Array.from({ length: copies }, () => page)
  })
  const links = fontStyles.map(path => `<link rel="stylesheet" href="${path}">`).join('')
  const head = `<meta charset="utf-8">${links}<style>${style(sheet.size)}</style>`
  const bytes = await printed({
    html: `<!doctype html><html lang="zh-CN"><head>${head}</head><body>${pages.join('')}</body></html>`,
    landscape: false,
    onePage: false,
    paper: sheet.size,
    who: context.caller.accountId,
    gone: context.abandoned?.() ?? new AbortController().signal,
    fetched: async () => null,
  })
  return {
    blob: Readable.from([bytes]),
    fileName: `${sheet.name[context.language === 'en' ? 1 : 0]}.pdf`,
    contentType: 'application/pdf',
    size: bytes.length,
  }
}

/** Stickers of records that have the word `labels`, of those that the caller may see. */
export async function printLabels(context: Context, r: Resource, ids: readonly string[], copies: number): Promise<Blob> {
  if (r.labels === undefined) throw refuse.unknown(r.title)
  const { code, lines } = r.labels.of
  const keys = ids.flatMap(id => [keyOfRowId(r, id) ?? []].filter(key => key.length > 0))
  const rows = await rowsByKeys(context, anyTable(context.db), r, keys)
  if (rows.length === 0) throw refuse.unknown(r.title)
  return stickersFile(
    context,
    r.labels,
    rows.map(row => ({
      code: asText(row[code] ?? ''),
      lines: lines.flatMap(line => {
        const said = row[`${line}Label`] ?? row[line]
        return said === null || said === undefined || said === '' ? [] : [asText(said)]
      }),
      copies,
    })),
  )
}

/** The button of the list. */
export const labelsOf = (r: Resource): Route =>
  act(
    r,
    {
      name: 'labels',
      title: ['打印标签', 'Print labels'],
      over: 'rows',
      operation: operations.view,
      input: { copies: integer('每条张数', 'Copies of each', { min: 1, max: copiesMax, default: 1 }) },
      result: 'file',
    },
    (context, { input }) =>
      printLabels(
        context,
        r,
        ((input['ids'] as readonly unknown[] | undefined) ?? [input['id']]).map(asText),
        Number(input['copies'] ?? 1),
      ),
  )
