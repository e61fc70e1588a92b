/**
 * What is said of a file that nobody reads: of the kinds that the dialog takes alone, and of no other marketplace. Over all samples with a
 * damaged head, and all sets of families that one call takes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { FileKind, SourceRow } from '#platform/declare/file-kind.ts'
import { inWords } from '#platform/declare/sentence.ts'
import { areas } from '#areas/index.ts'
import { explained, openSource } from '#platform/server/imports/source.ts'
import { tableOf, textOf, type Table } from '../setup/file-table.ts'
import { kindSamples } from '../setup/kind-samples.ts'

const families = areas.flatMap(area => area.families ?? []).filter(family => family.ownerOf === undefined)
const kinds = families.flatMap(family => family.kinds) as readonly FileKind[]
/** families of one call have one right */
const dialogs = [...Map.groupBy(families, family => family.permission)].map(
  ([right, own]) => [right, own.flatMap(family => family.kinds) as readonly FileKind[]] as const,
)
const names = ['亚马逊|Amazon', 'eBay', '沃尔玛|Walmart', '速卖通|AliExpress'].map(name => new RegExp(name, 'i'))

const place = mkdtempSync(join(tmpdir(), 'zhanggui-heads-'))
afterAll(() => rmSync(place, { recursive: true }))
async function reasonOf(text: string, asked: readonly FileKind[]): Promise<string | null> {
  const path = join(place, 'file.csv')
  writeFileSync(path, text)
  const opened = await openSource(path, kinds, 1, asked)
  if (!opened.ok) return inWords(opened.reason, 'zh', {})
  await opened.source.close()
  return null
}

const tables = Object.entries(kindSamples).flatMap(([code, sample]) => {
  const kind = families.find(family => family.code === code)?.kinds[0] as FileKind | undefined
  const table = tableOf(sample.content, kind)
  return table === null || kind === undefined ? [] : [[kind.code, kind, table] as const]
})

/** The head without one column after the other, and without half of them. */
function damaged({ rows, from }: Table): SourceRow[][] {
  const head = rows[from - 1] ?? []
  const without = (isGone: (at: number) => boolean): SourceRow[] => {
    const left = head.map((cell, i) => (isGone(i) ? `column ${i}` : cell))
    return rows.map((cells, at) => ({ line: at + 1, cells: at === from - 1 ? left : cells }))
  }
  return [...head.map((_, at) => without(i => i === at)), without(i => i % 2 === 0), without(i => i < head.length / 2)]
}

test('there are samples and calls to be tried', () => {
  expect([tables.length, dialogs.length].every(count => count > 5)).toBe(true)
})

test.each(tables)('%s is no other kind; damaged, no other marketplace is named', async (_code, _kind, table) => {
  expect(await reasonOf(textOf(table.rows, table.separator), kinds)).toBeNull()
  for (const rows of damaged(table).filter(one => kinds.every(kind => kind.recognise(one) === null)))
    for (const [right, asked] of dialogs) {
      const reason = explained(asked, rows)
      const said = reason === null ? '' : inWords(reason, 'zh', {})
      const others = names.filter(name => !asked.some(one => name.test(one.title.join())))
      expect([right, others.filter(name => name.test(said)).map(String)]).toEqual([right, []])
    }
})

test('a head of two kinds is told as such, unless one of them alone was asked for', async () => {
  const of = (code: string) => tables.find(([one]) => one === code)?.[1] as FileKind
  const [ebay, amazon] = [of('ebayOrders'), of('amazonOrders')]
  const heads = [...ebay.template, ...amazon.template]
  const both = `${heads.join(',')}\r\n${heads.map(() => '1').join(',')}\r\n`
  for (const asked of [kinds, [ebay, amazon]]) {
    const reason = await reasonOf(both, asked)
    expect(reason).toContain('无法确定是哪一种')
    for (const { title } of [ebay, amazon]) expect(reason).toContain(title[0])
  }
  expect(await reasonOf(both, [ebay])).toBeNull()
})
