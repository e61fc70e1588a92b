/** No cell of a CSV is a formula, whichever separator a program takes. */
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { cleanText, type SheetToWrite } from './sheet-to-write.ts'
import { csvStream, field } from './write-csv.ts'

/**
 * Cells as a spreadsheet cuts them: a quotation mark quotes at the beginning of a cell alone, what follows the closing one is kept as it
 * is.
 */
function cellsBy(separators: string, csv: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0, isStart = true; at < csv.length; at += 1) {
    const letter = csv[at] as string
    if (isQuoted) {
      if (letter === '"' && csv[at + 1] === '"') cell += csv[(at += 1)]
      else if (letter === '"') isQuoted = false
      else cell += letter
    } else if (letter === '"' && isStart) isQuoted = true
    else if (separators.includes(letter) || letter === '\n' || letter === '\r') {
      cells.push(cell)
      cell = ''
      isStart = true
      continue
    } else cell += letter
    isStart = false
  }
  return [...cells, cell]
}

const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠x', '=HYPERLINK("http://x","y")', '=1+1;']
const before = [
  '',
  ';',
  ',',
  '\t',
  '|',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '; ',
  ';"',
  '"',
  '""',
  '";',
  'a;',
  'a\t',
  'a|',
  'a\n',
  'a;b;',
  ';\u3000',
  'a"b;"',
  ";'",
]
const hostile = before.flatMap(start =>
  formulas.flatMap(formula => [start + formula, `${start}"${formula}"`, `${start}${formula};${start}${formula}`]),
)
const isFormula = (cell: string): boolean => /^[\s"]*[=+\-@＝＋－＠]/.test(cell)

async function csvOf(rows: string[][]): Promise<string> {
  const columns = (rows[0] ?? []).map((_, i) => ({ title: `列${i}`, kind: 'text' as const }))
  const sheet = { name: 's', columns, rows: [rows] } as unknown as SheetToWrite
  return (await textOf(csvStream(sheet))).replace(/^\ufeff/, '')
}

describe.each([',', ';', '\t', '|', ',;', ',;\t', ',;\t|'])('cut by %j', separators => {
  test.each(['first', 'second', 'alone'])('as the %s cell', async place => {
    for (const text of hostile) {
      const csv = await csvOf([place === 'alone' ? [text] : place === 'first' ? [text, 'x'] : ['x', text]])
      expect(cellsBy(separators, csv).filter(isFormula), JSON.stringify(text)).toEqual([])
    }
  })
})

test('what is no formula anywhere stays as it is', () => {
  for (const text of ['a-b', '2026-03-01', 'x=1', 'a, -b', '甲；=乙', 'A+B', 'me@example.com', '3 - 2'])
    expect(field(text, 'text').replaceAll('"', '')).toBe(text)
  expect(field('-1.50', 'money')).toBe('-1.50')
  expect(field('-1.50', 'text')).toBe("'-1.50")
})

test('cut by our own comma a text is what it was but for the apostrophes', async () => {
  const without = (cell: string | undefined): string | undefined => cell?.replaceAll("'", '')
  // two heads, and the empty cell between the two characters of a line end
  for (const text of hostile) expect(without(cellsBy(',', await csvOf([[text, 'x']])).at(3))).toBe(without(cleanText(text)))
})
